export type Section = "conversation" | "task" | "candidates" | "format";

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
export const sectionEndings: ReadonlySet<string> = new Set(
  [..."#*_:：)）】]」"].concat(
    [...sections.keys()].flatMap((word) => [word.slice(-1), word.slice(-1).toUpperCase()]),
  ),
);

export const collapse = (text: string) => text.trim().replace(/\s+/g, " ");

/** A collapsed heading without what Markdown or its writer put around it: closing hashes, stars, a colon. */
export function strip(text: string): string {
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
