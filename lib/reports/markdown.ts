/** A text as it is, wherever it comes from: one line, without marks that Markdown would read. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .replace(/[\\`*_[\]<>#|~$&]/g, "\\$&")
    // At the beginning of a line these make lists and headings.
    .replace(/^[-+=]/, "\\$&")
    .replace(/^(\d+)(?=[.)](\s|$))/, "$1\\");

/** A text of several lines, set apart and to the letter. */
export function quoteMarkdown(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}text\n${text.replace(/\r\n?/g, "\n").replace(/\n$/, "")}\n${fence}`;
}
