const separator = "\n\u001f\n";

/** What is searched: what is said, and the names it might be said by. */
export const searchText = (said: string, names: readonly string[]): string =>
  said + separator + names.join("\n").toLowerCase();

export const saidIn = (searched: string): string => searched.split(separator)[0] ?? "";

/** Words for comparing; of a script without blanks, its characters. */
export const wordsOf = (text: string): string[] => text.match(/[\p{Script=Han}]|[\p{L}\p{N}]+/gu) ?? [];
