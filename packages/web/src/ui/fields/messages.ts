/** Texts of the field that takes files; apart, as the first screens have none. */
export const messages = {
  file: {
    drop: (multiple: boolean) => `Drop ${multiple ? 'files' : 'a file'} here or`,
    choose: 'choose',
    oneAtATime: (name: string) => `Choose one file at a time. “${name}” was not uploaded.`,
    wrongType: (name: string, types: string) => `“${name}” can't be uploaded here. Choose a ${types} file.`,
    empty: (name: string) => `“${name}” is empty. Choose another file.`,
    tooLarge: (name: string, max: string, actual: string) =>
      `“${name}” is ${actual}. Choose a file of at most ${max}.`,
  },
};
