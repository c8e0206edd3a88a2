import { readPrintedCandidates } from "#lib/fake-models/printed-candidates.ts";

const heading =
  /^#{1,6}\s*(?:(?:candidate|character|option|候选人|候选角色|角色|选项)\s*)?(\d{1,2}|[一二三四五六七八九十])\s*[.．、:：)）]\s*(\S.*)$/i;
const line = /^\s*(\d{1,2})\s*[.．、)）]\s*(\S.*)$/;

/**
 * The options a prompt asks about, as they are written in it: its last headings that are numbered from 1 on, else the names
 * in its last JSON object, else its last numbered lines, else lines as a template prints candidates. A stranger's prompt may
 * have none.
 */
export function readPromptOptions(prompt: string): string[] {
  const lines = prompt.split(/\r?\n/);
  const headed = lastRun(lines, heading);
  if (headed.length > 1) return headed;
  const named = readExample(prompt);
  if (named.length > 1) return named;
  const numbered = lastRun(lines, line);
  return numbered.length > 1 ? numbered : readPrintedCandidates(lines);
}

function lastRun(lines: readonly string[], form: RegExp): string[] {
  let run: string[] = [];
  let last: string[] = [];
  for (const one of lines) {
    const [, ordinal = "", name = ""] = form.exec(one.trimEnd()) ?? [];
    if (ordinal === "") continue;
    const number = "一二三四五六七八九十".indexOf(ordinal) + 1 || Number(ordinal);
    if (number === 1) run = [name];
    else if (number === run.length + 1) run.push(name);
    else continue;
    if (run.length > 1) last = run;
  }
  return last;
}

/** The names of the last {"name": …} of the text; its values may be anything that stands on one line. */
function readExample(prompt: string): string[] {
  for (let close = prompt.lastIndexOf("}"); close > 0; close = prompt.lastIndexOf("}", close - 1)) {
    const inside = prompt.slice(prompt.lastIndexOf("{", close) + 1, close);
    const names = [...inside.matchAll(/"((?:[^"\\]|\\.)+)"\s*:/g)].map(([, name = ""]) => unquote(name));
    if (names.length > 1) return [...new Set(names)];
  }
  return [];
}

function unquote(name: string): string {
  try {
    return JSON.parse(`"${name}"`) as string;
  } catch {
    return name;
  }
}
