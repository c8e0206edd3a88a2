import { escapeLatex } from "#lib/reports/tables/latex.ts";

const marks = [
  [/\*\*(?=\S)(.+?)(?<=\S)\*\*/, "textbf"],
  [/__(?=\S)(.+?)(?<=\S)__/, "textbf"],
  [/\*(?=\S)(.+?)(?<=\S)\*/, "emph"],
  [/`([^`]+)`/, "texttt"],
] as const;

/** Emphasis, strong words and code; everything else as it stands. */
function renderLine(text: string): string {
  for (const [pattern, command] of marks) {
    const found = pattern.exec(text);
    if (!found) continue;
    const [whole, inner = ""] = found;
    const after = found.index + whole.length;
    const written = command === "texttt" ? escapeLatex(inner) : renderLine(inner);
    return `${renderLine(text.slice(0, found.index))}\\${command}{${written}}${renderLine(text.slice(after))}`;
  }
  return escapeLatex(text);
}

const item = /^\s*(?:[-*+]|(\d+)[.)])\s+/;

function renderBlock(block: string): string {
  const lines = block.split("\n");
  if (lines.every((line) => item.test(line))) {
    const list = item.exec(lines[0] ?? "")?.[1] === undefined ? "itemize" : "enumerate";
    const items = lines.map((line) => `  \\item ${renderLine(line.replace(item, ""))}`);
    return [`\\begin{${list}}`, ...items, `\\end{${list}}`].join("\n");
  }
  const heading = /^#{1,6}\s+(\S.*)$/.exec(block);
  if (heading) return `\\textbf{${renderLine(heading[1] ?? "")}}`;
  if (lines.every((line) => line.startsWith(">")))
    return `\\begin{quote}${renderLine(lines.map((line) => line.replace(/^>\s?/, "")).join(" "))}\\end{quote}`;
  return renderLine(lines.join(" "));
}

/** What a researcher wrote in Markdown, as far as papers use it. */
export const renderAnalysisLatex = (words: string): string =>
  words
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== "")
    .map((block) => renderBlock(block.trim()))
    .join("\n\n");

/** For a place under headings of its own: what would be one there is strong instead. */
export const nestMarkdown = (words: string): string => words.replace(/^#{1,6}\s+(.*)/gm, "**$1**");
