/** Drag data type of the palette: the name of a node type. */
export const paletteMime = 'application/x-attain-node-type';
