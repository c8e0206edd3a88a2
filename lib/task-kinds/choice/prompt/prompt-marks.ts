import {
  collapse,
  type Section,
  sectionEndings,
  sectionOf,
  strip,
  unnumber,
} from "#lib/task-kinds/choice/prompt/section-words.ts";

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
