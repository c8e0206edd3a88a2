import type { Language, Prose } from "#bench/support/personaeval/writing/prose.ts";
import type { Random } from "#bench/support/personaeval/writing/random.ts";

export type Scene = {
  language: Language;
  speaker: string;
  names: readonly string[];
  profiles: readonly string[];
  /** Characters in the two turns together. */
  length: number;
};

const skeletons = {
  en: {
    instructions: [
      "You are an AI specialist tasked with dialogue role recognition.",
      "Two people talk. The first one is named. Work out from what is said, how it is said and what is thought",
      "who the second one is, and weigh every candidate against the others before you answer.",
    ].join(" "),
    conversation: "Conversation",
    task: "Task",
    asked: [
      "Estimate the probability of each candidate being the responder, Character2.",
      "Every probability lies between 0 and 1, and together they sum 1.",
    ].join("\n"),
    candidates: "Character Candidates",
    format: "Response Format",
    shape:
      'Answer with one JSON object and nothing else, such as:\n{"name of a candidate": 0.5, "name of another": 0.5}',
  },
  zh: {
    instructions:
      "你是一名擅长识别对话角色的人工智能专家。下面两个人在对话，第一个人的名字已经给出。请根据他们说的话、说话的方式和心里的想法，判断第二个人是谁，并在回答之前逐一比较所有候选人。",
    conversation: "对话",
    task: "任务",
    asked: "请估计每位候选人是回应者（角色2）的概率。\n每个概率在0和1之间，总和为1。",
    candidates: "候选角色",
    format: "回复格式",
    shape: '只用一个JSON对象回答，例如：\n{"某位候选人": 0.5, "另一位候选人": 0.5}',
  },
} as const;

const speakers = {
  en: (name: string) => [`[Character1: ${name}]`, "[Character2]", "[Begin]", "[End]"] as const,
  zh: (name: string) => [`[角色1：${name}]`, "[角色2]", "[开始]", "[结束]"] as const,
};

/** A turn with a thought, a manner, several paragraphs, and now and then what looks like markup and isn't. */
function writeTurn(random: Random, prose: Prose, language: Language, length: number): string {
  const thought = random.chance(0.8) ? `[${prose.sentence(random)}] ` : "";
  const inner = prose.sentence(random).slice(0, 24);
  const manner = random.chance(0.4) ? (language === "en" ? `(${inner}) ` : `（${inner}）`) : "";
  const first = prose.passage(random, length * 0.6);
  const odd = random.chance(0.01) ? `\n# ${prose.sentence(random)}\n` : "";
  const quoted = random.chance(0.5) ? `\n"${prose.sentence(random)}"` : "";
  const then = length > 300 ? `\n${prose.passage(random, length * 0.4)}` : "";
  return `${thought}${manner}${first}${odd}${quoted}${then}`;
}

export function writePrompt(random: Random, prose: Prose, scene: Scene): string {
  const { language, speaker, names, profiles, length } = scene;
  const words = skeletons[language];
  const [one, two, begin, end] = speakers[language](speaker);
  const depth = 1 + random.below(5);
  const gap = random.pick(["\n", "\n\n"]);
  const title = (text: string) => `${"#".repeat(depth)} ${text}`;
  const option = (name: string, index: number) =>
    `${"#".repeat(depth + 1)} ${index + 1}. ${name}\n${profiles[index]}`;
  const answered = 0.05 + 0.5 * random.next() ** 2;
  const turn = (share: number) => writeTurn(random, prose, language, length * share);
  return [
    words.instructions,
    title(words.conversation),
    `${one}\n${begin}\n${turn(1 - answered)}\n${end}`,
    `${two}\n${begin}\n${turn(answered)}\n${end}`,
    title(words.task),
    words.asked,
    title(words.candidates),
    ...names.map(option),
    title(words.format),
    words.shape,
  ].join(gap);
}
