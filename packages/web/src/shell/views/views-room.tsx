/** Keeps the room of the Columns menu until it is there, so that nothing moves. */
export function ColumnsRoom() {
  return <span aria-hidden className="h-8 w-[5.625rem] max-sm:hidden pointer-coarse:h-11" />;
}

/** The same for both menus. */
export function ViewsRoom() {
  return (
    <>
      <ColumnsRoom />
      <span aria-hidden className="h-8 w-24 pointer-coarse:h-11" />
    </>
  );
}
