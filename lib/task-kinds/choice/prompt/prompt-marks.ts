type Section = "conversation" | "task" | "candidates" | "format";

const words: Record<Section, string> = {
  conversation:
    "conversation|dialogue|dialog|对话|对话内容|对话片段|对话记录|对白|会话|会话内容|台词|剧本|剧本片段|对話|對話",
  task: "task|your task|instructions|任务|任务说明|任务描述|任务要求|你的任务|任務",
  candidates:
    "character candidates|candidate characters|candidates|characters|role candidates|候选角色|角色候选|候选人物|人物候选|候选人|候选|候选者|候选角色列表|候选人列表|角色列表|候选角色信息|候选角色介绍|候選角色|角色候選|候選人",
  format:
    "response format|output format|answer format|format|回复格式|输出格式|回答格式|响应格式|返回格式|答复格式|回应格式|格式要求|输出要求|回答要求|回复要求|格式|回覆格式|輸出格式",
};

const sections = new Map<string, Section>();
for (const section of Object.keys(words) as Section[])
  for (const word of words[section].split("|")) sections.set(word, section);

/** What such a heading can end with; after a slash or a bracket anything can stand, up to the other bracket. */
const sectionEndings: ReadonlySet<string> = new Set(
  [..."#*_:：)）】]」"].concat(
    [...sections.keys()].flatMap((word) => [word.slice(-1), word.slice(-1).toUpperCase()]),
  ),
);

export const collapse = (text: string) => text.trim().replace(/\s+/g, " ");

/** A collapsed heading without what Markdown or its writer put around it: closing hashes, stars, a colon. */
function strip(text: string): string {
  return text
    .replace(/ #+$/, "")
    .replace(/^(\*\*|__)(.+)\1$/, "$2")
    .replace(/ ?[:：]$/, "")
    .trim();
}

const ordinal = "([0-9０-９]{1,3}|[一二三四五六七八九十]{1,3}|[a-z])";
const numbering = new RegExp(
  "^(?:(?:candidate|character|option|role|候选角色|候选人物|候选人|候选|角色|人物|选项)\\s?)?" +
    `(?:[(（【[]\\s?${ordinal}\\s?[)）】\\]]|${ordinal}\\s?[.．、:：)）\\-–—]|([0-9０-９]{1,3})(?=\\s))\\s?[.．、:：]?\\s?`,
  "i",
);

/** "1. Ann", "（二）安", "Candidate 3: Ann" → the rest, and the number where it has one. */
export function unnumber(text: string): { rest: string; number: number | null } {
  const found = numbering.exec(text);
  if (!found) return { rest: text, number: null };
  return {
    rest: text.slice(found[0].length),
    number: readOrdinal(found[1] ?? found[2] ?? found[3] ?? ""),
  };
}

function readOrdinal(ordinal: string): number | null {
  const number = Number(ordinal.normalize("NFKC"));
  if (!Number.isNaN(number)) return number;
  if (/^[a-z]$/i.test(ordinal)) return ordinal.toLowerCase().charCodeAt(0) - 96;
  const digit = "一二三四五六七八九十".indexOf(ordinal) + 1;
  return digit > 0 ? digit : null;
}

/** Expects a collapsed heading. */
export function sectionOf(heading: string): Section | null {
  if (heading.length > longestHeading) return null;
  const text = heading.toLowerCase();
  const exact = sections.get(text);
  if (exact || !dressing.test(text)) return exact ?? null;
  const plain = strip(unnumber(strip(text)).rest).replace(/^[【[「](.+)[】\]」]$/, "$1");
  // "对话（Conversation）", "任务 / Task"
  const first = plain.split(/\s?[(（/／|｜]/, 1)[0] ?? "";
  return sections.get(plain) ?? sections.get(first) ?? null;
}

const longestHeading = 60;
const dressing = /[()（）【[「/／|｜:：*_#.．、\-–—0-9０-９]/;

/** A line that may be part of a prompt's skeleton; whether it is one is decided by what stands around it. */
export type Mark = {
  start: number;
  end: number;
  /** Nothing but blank lines stands between it and the mark before. */
  follows: boolean;
} & (Heading | Speaker | { kind: "begin" } | { kind: "end" });

export type Heading = {
  kind: "heading";
  depth: number;
  section: Section | null;
  /** The options whose whole name it is, with the number it gives them. */
  names: readonly { option: number; number: number | null }[];
};
export type Speaker = { kind: "speaker"; label: string; name: string | null };
export type Names = {
  options: ReadonlyMap<string, readonly number[]>;
  /** The characters that names end with: most lines are told from names by that alone. */
  endings: ReadonlySet<string>;
};

export function indexNames(optionNames: readonly string[]): Names {
  const names = new Map<string, number[]>();
  optionNames.forEach((name, index) => {
    const key = collapse(name);
    names.set(key, [...(names.get(key) ?? []), index]);
  });
  return { options: names, endings: new Set([...names.keys()].map((name) => name.slice(-1))) };
}

// Longer than any name: what is longer is no line of a skeleton.
const longestLine = 700;
const openers = new Set("#＃[［【*".split("").map((one) => one.charCodeAt(0)));

/** `loose` also takes lines without hashes for headings, where they are a name or a section's word. */
export function findMarks(text: string, names: Names, loose: boolean): Mark[] {
  const marks: Mark[] = [];
  const read = rememberLines(names, loose);
  let follows = false;
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    let first = start;
    while (first < end && isBlank(text.charCodeAt(first))) first++;
    if (first < end) {
      const taken =
        (loose || openers.has(text.charCodeAt(first))) && end - first <= longestLine
          ? read(text.slice(first, end))
          : null;
      if (taken) marks.push({ start, end, follows, ...taken });
      follows = taken !== null;
    }
    start = end + 1;
  }
  return marks;
}

const isBlank = (code: number) =>
  code === 32 || (code > 8 && code < 14) || code === 0xa0 || code === 0x3000 || code === 0xfeff;

type LineMark = Heading | Speaker | { kind: "begin" } | { kind: "end" };

/** A megabyte of one and the same line is then read once. */
function rememberLines(names: Names, loose: boolean): (line: string) => LineMark | null {
  const known = new Map<string, LineMark | null>();
  return (line) => {
    let read = known.get(line);
    if (read === undefined) known.set(line, (read = readLine(line.trimEnd(), names, loose)));
    return read;
  };
}

function readLine(line: string, names: Names, loose: boolean): LineMark | null {
  const hashes = /^[#＃]{1,6}(?![#＃])/.exec(line)?.[0].length ?? 0;
  if (hashes > 0) {
    return line.length > hashes ? readHeading(line.slice(hashes), hashes, names) : null;
  }
  const bare = line.startsWith("**") ? strip(collapse(line)) : line;
  const inner = /^[[［【]/.test(bare) && /[\]］】]$/.test(bare) ? bare.slice(1, -1).trim() : null;
  const marker = inner === null ? null : readMarker(inner);
  if (marker || !loose || !mayMatter(line, names)) return marker;
  const asWritten = readHeading(bare, 0, names);
  const heading = inner && asWritten.names.length === 0 ? readHeading(inner, 0, names) : asWritten;
  const dressed = bare !== line || inner !== null || unnumber(line).rest !== line;
  return heading.names.length > 0 || (heading.section && dressed) ? heading : null;
}

const begin = /^(?:begin|start|.{0,6}(?:开始|開始|起始).{0,4})$/i;
const end = /^(?:end|stop|.{0,6}(?:结束|結束|完毕).{0,4})$/i;
const speaker =
  /^(\p{L}[\p{L} _-]{0,30}?\s?(?:[0-9０-９]{1,3}|[一二三四五六七八九十]{1,3}|[A-Z甲乙丙丁]))\s?(?:[:：](.*))?$/u;
const unnamed = /^(?:[?？]+|unknown|未知)?$/i;

function readMarker(inner: string): LineMark | null {
  if (begin.test(inner)) return { kind: "begin" };
  if (end.test(inner)) return { kind: "end" };
  const [, label, name] = speaker.exec(inner) ?? [];
  if (!label) return null;
  const given = name?.trim() ?? "";
  return { kind: "speaker", label: collapse(label), name: unnamed.test(given) ? null : given };
}

function readHeading(text: string, depth: number, names: Names): Heading {
  const plain = mayMatter(text, names) ? collapse(text) : "";
  return { kind: "heading", depth, section: sectionOf(plain), names: plain ? readNames(plain, names) : none };
}

const mayMatter = (text: string, { endings }: Names) =>
  endings.has(text.slice(-1)) || sectionEndings.has(text.slice(-1));

function readNames(plain: string, { options, endings }: Names): Heading["names"] {
  const bare = strip(plain);
  if (!endings.has(plain.slice(-1)) && !endings.has(bare.slice(-1)) && !/[*_]$/.test(bare)) return none;
  const readings = [plain, bare].flatMap((item) => {
    const { rest, number } = unnumber(item);
    return [
      { name: item, number: null },
      { name: rest, number },
      { name: strip(rest), number },
    ];
  });
  const found = new Map<number, number | null>();
  for (const { name, number } of readings)
    for (const option of options.get(name) ?? []) if (!found.has(option)) found.set(option, number);
  return [...found].map(([option, number]) => ({ option, number }));
}

const none: Heading["names"] = [];
