/** Each word that stands there more than once. */
export const repeated = (words: readonly string[]): string[] => [
  ...new Set(words.filter((word, index) => words.indexOf(word) !== index)),
];
