export type RequestedLine = { name: string; values: readonly string[] };

const line = /^(Q\d+): (\S+(?: \| \S+)+)$/;

/** The lines that a prompt ends in, as many questions are asked at once: of each its name and the values to choose from. None for any other prompt. */
export function readRequestedLines(prompt: string): RequestedLine[] {
  const lines: RequestedLine[] = [];
  for (const written of prompt.trimEnd().split("\n").reverse()) {
    const [, name, values] = line.exec(written) ?? [];
    if (name === undefined || values === undefined) break;
    lines.unshift({ name, values: values.split(" | ") });
  }
  return lines;
}
