import { describe, expect, test } from "vitest";
import { parsePrompt } from "#lib/task-kinds/choice/prompt/prompt-parser.ts";
import { type Sample, writePrompt } from "#lib/task-kinds/choice/testing/sample-prompt.ts";

const candidates = [
  { name: "陆晚舟", profile: "渡口的老船工，话少，记性好。" },
  { name: "晚舟", profile: "他的孙女，在城里念书。" },
  { name: "何掌柜", profile: "茶馆主人，消息灵通。" },
  { name: "小满", profile: "茶馆的伙计，爱打听。" },
];
const names = candidates.map((candidate) => candidate.name);
const first = { header: "[角色1：何掌柜]", text: "[他今天又来晚了。]（擦着桌子）船修好了？" };
const second = { header: "[角色2]", text: "【不能让他知道】修好了。（坐下（慢慢地））茶还是老样子。" };
const words = { conversation: "对话", task: "任务", candidates: "候选角色", format: "回复格式" };
const base: Sample = { turns: [first, second], candidates, words, markers: ["[开始]", "[结束]"] };

const expected = {
  form: "dialogue",
  turns: [
    {
      speaker: "何掌柜",
      parts: [
        { type: "thought", text: "他今天又来晚了。" },
        { type: "manner", text: "擦着桌子" },
        { type: "speech", text: "船修好了？" },
      ],
    },
    {
      speaker: null,
      parts: [
        { type: "thought", text: "不能让他知道" },
        { type: "speech", text: "修好了。" },
        { type: "manner", text: "坐下（慢慢地）" },
        { type: "speech", text: "茶还是老样子。" },
      ],
    },
  ],
  profiles: candidates.map((candidate) => candidate.profile),
};

const headed = (one: string, two: string) => [
  { ...first, header: one },
  { ...second, header: two },
];
const numerals = ["一", "二", "三", "四"];

describe("a Chinese prompt", () => {
  test.each([
    ["in its own words", base],
    ["with other words for the sections", { ...base, words: otherWords() }],
    ["with words nobody foresaw", { ...base, words: unforeseenWords() }],
    ["with headings in two languages", { ...base, words: doubledWords() }],
    ["with headings in English", { ...base, words: {} }],
    ["with markers in English", { ...base, turns: headed("[Character1: 何掌柜]", "[Character2]") }],
    ["all English but the texts", { ...base, words: {}, markers: ["[Begin]", "[End]"] }],
    ["with longer markers", { ...base, markers: ["[开始对话]", "[结束对话]"] }],
    [
      "with full-width brackets",
      { ...base, turns: headed("［角色１：何掌柜］", "［角色２］"), markers: ["［开始］", "［结束］"] },
    ],
    [
      "with heavy brackets",
      { ...base, turns: headed("【角色1：何掌柜】", "【角色2】"), markers: ["【开始】", "【结束】"] },
    ],
    ["with people counted in Chinese", { ...base, turns: headed("[人物一：何掌柜]", "[人物二]") }],
    ["with people lettered", { ...base, turns: headed("[角色A: 何掌柜]", "[角色B：？]") }],
    ["with numbers and commas", { ...base, number: (index: number) => `${index + 1}、` }],
    ["with numbers and brackets", { ...base, number: (index: number) => `${index + 1}）` }],
    ["with bracketed numbers", { ...base, number: (index: number) => `（${index + 1}）` }],
    ["with Chinese numbers", { ...base, number: (index: number) => `${numerals[index]}、` }],
    ["with candidates called so", { ...base, number: (index: number) => `候选人${numerals[index]}：` }],
    ["with wide blanks around", { ...base, gap: "\n\u3000\n" }],
  ] satisfies (readonly [string, Sample])[])("parses %s", (_, sample) => {
    expect(parsePrompt(writePrompt(sample), names)).toEqual(expected);
  });

  test("parses with hashes that touch their heading", () => {
    expect(parsePrompt(writePrompt(base).replace(/^(#+) /gm, "$1"), names)).toEqual(expected);
  });

  test.each([
    ["bold lines", (text: string) => `**${text}**`],
    ["heavy brackets", (text: string) => `【${text}】`],
  ])("parses with %s for headings", (_, dress) => {
    const prompt = writePrompt(base).replace(/^#+ (.+)$/gm, (_line, text: string) => dress(text));
    expect(parsePrompt(prompt, names)).toEqual(expected);
  });
});

function otherWords() {
  return { conversation: "对话内容", task: "任务说明", candidates: "角色候选", format: "输出格式" };
}
function unforeseenWords() {
  return { conversation: "场次", task: "你要做的", candidates: "可能的人", format: "怎么写" };
}
function doubledWords() {
  return {
    conversation: "对话（Conversation）",
    task: "二、任务",
    candidates: "候选人物 / Candidates",
    format: "【回答格式】",
  };
}
