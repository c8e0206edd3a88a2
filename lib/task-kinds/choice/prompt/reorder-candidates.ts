import { collapse, sectionOf, unnumber } from "#lib/task-kinds/choice/prompt/prompt-marks.ts";

/** What is put elsewhere in another order: a candidate's name with all that belongs to it, without the blanks after. */
type Slot = { start: number; end: number };
/** One place for each candidate, in their order. */
type SlotList = readonly Slot[];

/**
 * Where each candidate stands in a prompt, and each list of their names in the form of the answer, if that is beyond doubt;
 * else null. Stricter than what is read to show a case to people: what is sent for another order may differ in nothing but
 * the order.
 */
export function findCandidates(prompt: string, optionNames: readonly string[]): readonly SlotList[] | null {
  const headings = findHeadings(prompt);
  const spots = nameEach(headings, optionNames);
  const [first] = spots ?? [];
  const next = spots && findNextSection(headings, spots);
  if (!spots || !first || !next) return null;
  const slots = spots.map(({ start }, at) => {
    const below = spots[at + 1]?.heading.start ?? next.start;
    return { start, end: prompt.slice(0, below).trimEnd().length };
  });
  const [before, after] = [prompt.slice(0, first.heading.start), prompt.slice(next.start)];
  const lists = findLists(after, optionNames);
  const besideLists = lists.flat().reduce((rest, { start, end }) => blank(rest, start, end), after);
  const texts = slots.map(({ start, end }) => prompt.slice(start, end));
  const isDoubtful =
    standsIn(before, optionNames) ||
    optionNames.filter((name) => besideLists.includes(name)).length > 1 ||
    hasMoreBelow(texts) ||
    [before, after, ...texts].some((text) => byPlace.test(text));
  if (isDoubtful) return null;
  const moved = (list: SlotList) =>
    list.map(({ start, end }) => ({ start: next.start + start, end: next.start + end }));
  return [slots, ...lists.map(moved)];
}

/** The prompt with its candidates in another order, in lists of their names, too. Numbers, and what is between them, stay. */
export function reorderCandidates(
  prompt: string,
  optionNames: readonly string[],
  layout: readonly number[],
): string {
  if (layout.every((option, place) => option === place)) return prompt;
  const lists = findCandidates(prompt, optionNames);
  if (!lists) throw new Error("a prompt whose candidates can’t be told apart was to be put in another order");
  let from = 0;
  const parts = lists.flatMap((slots) =>
    slots.map(({ start, end }, place) => {
      const moved = slots[layout[place] ?? -1];
      if (!moved) throw new Error("an order names each candidate once");
      const part = prompt.slice(from, start) + prompt.slice(moved.start, moved.end);
      from = end;
      return part;
    }),
  );
  return parts.join("") + prompt.slice(from);
}

const blank = (text: string, start: number, end: number): string =>
  text.slice(0, start) + " ".repeat(end - start) + text.slice(end);

/**
 * Where all names follow each other in their order, with nothing between them but what an object or a list has there. A
 * name moves with the value that the form gives it.
 */
function findLists(text: string, optionNames: readonly string[]): SlotList[] {
  const names = optionNames.map((name) => name.trim());
  const found = findNames(text, names);
  return found.flatMap((_, at) => {
    const spots = found.slice(at, at + names.length);
    if (!names.every((name, place) => spots[place]?.name === name)) return [];
    const slots = spots.map(({ start, end }, place) => {
      const rest = text.slice(end, spots[place + 1]?.start ?? end + longestEntry);
      return { start, end: end + (entryAfter.exec(rest)?.[0].length ?? 0), rest };
    });
    const isList = slots.slice(0, -1).every(({ end, start, rest }, place) => {
      const own = end - start - (names[place]?.length ?? 0);
      return betweenEntries.test(rest.slice(own));
    });
    return isList ? [slots.map(({ start, end }) => ({ start, end }))] : [];
  });
}

const longestEntry = 200;
/** `": probability`: the quotation mark that ends a name, and its value. A value ends before what parts entries. */
const entryAfter =
  /^["'”’`]?\s{0,4}[:：]\s{0,4}[^\s,，;；{}[\]][^\n\r,，;；{}[\]]{0,80}?(?=\s{0,4}(?:[\n\r,，;；}\]]|$))/;
/** A comma, a line's end and a sign before the next name; no words but "and" and "or". */
const betweenEntries =
  /^["'”’`]?\s*(?:[,，、;；/|]\s*)?(?:(?:and|or|和|或)\s+)?(?:[-*•]\s+|[0-9]{1,2}[.)]\s+)?["'“‘`]?$/;

const escape = (text: string): string => text.replace(/[^\w\s]/g, "\\$&");

/** Every mention of a name, the longest that fits; none inside of a longer word. */
function findNames(text: string, names: readonly string[]): { name: string; start: number; end: number }[] {
  const wanted = names.filter((name) => name !== "").toSorted((a, b) => b.length - a.length);
  if (wanted.length === 0) return [];
  const pattern = new RegExp(
    wanted
      .map(
        (name) =>
          `${/^[\w]/.test(name) ? "(?<!\\w)" : ""}${escape(name)}${/\w$/.test(name) ? "(?!\\w)" : ""}`,
      )
      .join("|"),
    "g",
  );
  return [...text.matchAll(pattern)].map(({ 0: name, index }) => ({
    name,
    start: index,
    end: index + name.length,
  }));
}

type Heading = { start: number; depth: number; text: string; textAt: number };

function findHeadings(prompt: string): Heading[] {
  return [...prompt.matchAll(/^[ \t]*(#{1,6})(?!#)[ \t]*(.*)/gm)].map(
    ({ index, 0: line, 1: hashes, 2: text }) => ({
      start: index,
      depth: hashes?.length ?? 0,
      text: (text ?? "").trimEnd(),
      textAt: index + line.length - (text ?? "").length,
    }),
  );
}

type Spot = { heading: Heading; at: number; number: number | null; start: number };

/** One heading for each option, numbered from one or not at all; null where some name has none, or several. */
function nameEach(headings: readonly Heading[], optionNames: readonly string[]): Spot[] | null {
  const found = optionNames.map((name) => headings.flatMap((one, at) => nameIn(one, at, name.trim())));
  const spots = found.flatMap((all) => (all.length === 1 ? all : []));
  if (spots.length !== optionNames.length) return null;
  const isCounted = spots.every(({ number }, at) => number === at + 1);
  return isCounted || spots.every(({ number }) => number === null) ? spots : null;
}

/** What comes below the candidates; null where they aren't all that a section lists, in their order, or it isn't known for a section. */
function findNextSection(headings: readonly Heading[], spots: readonly Spot[]): Heading | null {
  const [first, last] = [spots[0], spots.at(-1)];
  if (!first || !last) return null;
  const { depth } = first.heading;
  const above = headings[first.at - 1];
  const next = headings.slice(last.at + 1).find((one) => one.depth <= depth);
  if (!above || above.depth >= depth || !next || next.depth > above.depth) return null;
  const listed = headings.slice(first.at, last.at + 1).filter((one) => one.depth <= depth);
  const isList = listed.length === spots.length && listed.every((one, at) => one === spots[at]?.heading);
  return isList && sectionOf(collapse(next.text)) !== null ? next : null;
}

function nameIn(heading: Heading, at: number, name: string): Spot[] {
  if (name === "" || !heading.text.endsWith(name)) return [];
  const { rest, number } = heading.text === name ? { rest: name, number: null } : unnumber(heading.text);
  const start = heading.textAt + heading.text.length - name.length;
  return rest === name ? [{ heading, at, number, start }] : [];
}

/** Whether a list of the same names stands above: all in one line, or several in lines of their own. */
function standsIn(before: string, optionNames: readonly string[]): boolean {
  const named = optionNames.filter((name) => before.includes(name));
  if (named.length < 2) return false;
  const lines = before.split("\n");
  if (named.length === optionNames.length && lines.some((line) => named.every((name) => line.includes(name))))
    return true;
  const bare = new Set(
    lines.map((line) => unnumber(line.trim().replace(/^[-*•]\s*/, "")).rest.replace(/[,;:，；：]$/, "")),
  );
  return named.filter((name) => bare.has(name.trim())).length > 1;
}

/** Whether below the last candidate more follows than below any other: it may be said to the reader, and not of that one. */
function hasMoreBelow(texts: readonly string[]): boolean {
  const counts = texts.map((text) => text.split(/\n[ \t\r]*\n/).length);
  return (counts.at(-1) ?? 0) > Math.max(...counts.slice(0, -1));
}

/** Words that mean a candidate by where it stands. Blanks are counted: of many, all ways to part them would be tried. */
const byPlace =
  /\b(?:candidate|option)\s{0,2}(?:no\.?|number|#)?\s{0,2}\d|\b(?:first|second|third|fourth|fifth|last|previous|next)\s{1,2}(?:candidate|option)\b|\b(?:candidate|option)\s{1,2}(?:above|below)\b|\balphabetical|(?:候选人|候选角色|候选人物|选项)\s{0,2}[0-9一二三四五]|第[0-9一二三四五]\s{0,2}[个位名]?\s{0,2}(?:候选|选项)|[上下]一[个位名]\s{0,2}(?:候选|选项)/i;
