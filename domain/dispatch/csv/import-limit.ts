/** Rows that the console and the command line take in one file; the API takes a batch. */
export const importLimit = 5000;
