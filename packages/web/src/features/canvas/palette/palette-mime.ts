/** The kind of what is dragged from the palette: the name of a node type. */
export const paletteMime = 'application/x-attain-node-type';
