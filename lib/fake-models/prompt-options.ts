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

const longestName = 80;
/** As a turn of a dialogue prints who isn't known. */
const unknown = "?";

/** A name alone, or with what is known of it after a colon, which is also how a turn of a dialogue is printed. */
type PrintedName = { name: string; isAlone: boolean };

/**
 * The candidates of a prompt that a template wrote, one a line: the last two or more such lines that stand together. Lines
 * with somebody in them twice, or with a turn of "?", are a dialogue; of those only the names alone at their end count, or
 * at their beginning.
 */
function readPrintedCandidates(lines: readonly string[]): string[] {
  let block: PrintedName[] = [];
  let last: string[] = [];
  for (const line of [...lines, ""]) {
    const printed = readPrinted(line);
    if (printed) {
      block.push(printed);
      continue;
    }
    const found = candidatesOf(block);
    if (found.length > 1) last = found;
    block = [];
  }
  return last;
}

function candidatesOf(block: readonly PrintedName[]): string[] {
  const names = block.map(({ name }) => name);
  if (!names.includes(unknown) && new Set(names).size === names.length) return names;
  const lastTurn = block.findLastIndex(({ isAlone }) => !isAlone);
  const firstTurn = block.findIndex(({ isAlone }) => !isAlone);
  const below = names.slice(lastTurn + 1);
  const found = below.length > 1 ? below : names.slice(0, Math.max(firstTurn, 0));
  return new Set(found).size === found.length ? found : [];
}

/** Null where a line is something else: a sentence, a heading, an object, a title of the list. */
function readPrinted(line: string): PrintedName | null {
  const text = line.trim();
  const colon = text.indexOf(": ");
  const [name, isAlone] = colon < 0 ? [text, true] : [text.slice(0, colon).trimEnd(), false];
  if (name === unknown) return isAlone ? null : { name, isAlone };
  const isName =
    name !== "" && name.length <= longestName && !/^[#>*-]|[{}[\]<>]|[:;,!?…。！？：；，]$/u.test(name);
  const isSentence = name.endsWith(".") && !/(?:^|[\s.])\p{Lu}\p{L}{0,2}\.$/u.test(name);
  const isTitle = /^(?:the )?(?:candidates?|characters?|options?|候选人?|候选角色|角色|选项)$/i.test(name);
  return isName && !isSentence && !isTitle ? { name, isAlone } : null;
}

type Value = string | number;
/** What is to be said under one name: one of several values, or a sentence. */
export type FormEntry = { name: string; values: readonly Value[] | null };

const string = String.raw`"(?:[^"\\]|\\.)*"`;
const value = String.raw`(?:${string}|-?\d+(?:\.\d+)?)`;
const entry = new RegExp(String.raw`\s*(${string})\s*:\s*(${value}(?:\s*\|\s*${value})*)\s*`, "y");
const each = new RegExp(value, "g");

/**
 * The form of answer that a prompt ends in, as judges are asked: an object on its last line, in which values to choose from
 * stand with | between them. Null for any other prompt.
 */
export function readRequestedForm(prompt: string): FormEntry[] | null {
  const text = prompt.trimEnd();
  const line = text.slice(text.lastIndexOf("\n") + 1);
  if (!line.startsWith("{") || !line.endsWith("}")) return null;
  const entries: FormEntry[] = [];
  for (let at = 1; at < line.length - 1; at += 1) {
    entry.lastIndex = at;
    const [, name = "", said = ""] = entry.exec(line) ?? [];
    const end = entry.lastIndex;
    if (name === "" || (line[end] !== "," && end !== line.length - 1)) return null;
    const values = said.match(each) ?? [];
    const parsed = values.length > 1 ? values.map((one) => JSON.parse(one) as Value) : null;
    entries.push({ name: JSON.parse(name) as string, values: parsed });
    at = end;
  }
  return entries.some(({ values }) => values !== null) ? entries : null;
}

type RequestedLine = { name: string; values: readonly string[] };

const requestedLine = /^(Q\d+): (\S+(?: \| \S+)+)$/;

/** The lines that a prompt ends in, as many questions are asked at once: of each its name and the values to choose from. None for any other prompt. */
export function readRequestedLines(prompt: string): RequestedLine[] {
  const lines: RequestedLine[] = [];
  for (const written of prompt.trimEnd().split("\n").reverse()) {
    const [, name, values] = requestedLine.exec(written) ?? [];
    if (name === undefined || values === undefined) break;
    lines.unshift({ name, values: values.split(" | ") });
  }
  return lines;
}
