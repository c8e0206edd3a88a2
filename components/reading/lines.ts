import { isHan } from "#components/reading/script.ts";

/** A line on a wide screen holds so many characters. */
const lettersOfLine = (language: string) => (isHan(language) ? 30 : 58);

/** How many lines a text takes there, more or less. */
export function countLines(text: string, language: string): number {
  const letters = lettersOfLine(language);
  const lines = text.replace(/\n$/, "").split("\n");
  return lines.reduce((sum, { length }) => sum + Math.max(1, Math.ceil(length / letters)), 0);
}
