import { describe, expect, test } from "vitest";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import zh from "#lib/i18n/messages/zh-CN.json" with { type: "json" };

type Tree = { readonly [key: string]: string | Tree };

function flatten(tree: Tree, prefix = ""): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );
}

/** The names in braces and the tags: what the code passes in. Chinese needs no plural forms. */
function placeholders(message: string): string[] {
  const names = [...message.matchAll(/\{\s*(\w+)\s*[,}]/g)].map(([, name = ""]) => name);
  const tags = [...message.matchAll(/<(\w+)>/g)].map(([tag]) => tag);
  return [...new Set([...names, ...tags])].sort();
}

const english: Tree = en;
const chinese: Tree = zh;
// Everything else is met by participants, and a participant may read Chinese.
const forStaffAlone = [
  "table",
  "progress",
  "navigation",
  "admin",
  "people",
  "studies",
  "builder",
  "builderPlan",
  "builderWords",
  "preregistration",
  "live",
  "results",
  "resultsOverview",
  "resultsApart",
  "resultsPeople",
  "resultsCases",
  "resultsModels",
  "resultsTexts",
  "resultsAgreement",
  "reports",
  "reporting",
  "tableFiles",
  "resultsAcross",
  "resultsScale",
  "resultsExport",
  "apiTokens",
  "secondFactor",
  "charts",
  "invitations",
  "team",
  "record",
  "benchmarks",
  "imports",
  "jobs",
  "cases",
  "runs",
  "published",
  "gallery",
];

describe("the Chinese messages", () => {
  test("have every namespace but those of staff screens", () => {
    const missing = Object.keys(english).filter((namespace) => !(namespace in chinese));
    expect(missing.filter((namespace) => !forStaffAlone.includes(namespace))).toEqual([]);
  });

  test.each(Object.keys(chinese))("of %s have the keys of the English ones", (namespace) => {
    const keys = (messages: Tree) => flatten({ [namespace]: messages[namespace] ?? {} }).map(([key]) => key);
    expect(keys(chinese)).toEqual(expect.arrayContaining(keys(english)));
    expect(keys(english)).toEqual(expect.arrayContaining(keys(chinese)));
  });

  const written = new Map(flatten(english));
  test("take what the English ones take", () => {
    const taken = flatten(chinese).map(([key, message]) => [key, placeholders(message)]);
    expect(taken).toEqual(flatten(chinese).map(([key]) => [key, placeholders(written.get(key) ?? "")]));
  });
});

test("the Chinese messages have signs of full width wherever Chinese or a value stands beside them", () => {
  const narrow = /[\u4e00-\u9fff}][,;:!?()]|[,;:!?()][\u4e00-\u9fff{]|[\u4e00-\u9fff]\.|"/;
  expect(flatten(chinese).filter(([, message]) => narrow.test(message))).toEqual([]);
});

describe.each([
  ["en", english],
  ["zh-CN", chinese],
])("the messages in %s", (_, messages) => {
  test("are never empty, nor padded", () => {
    const odd = flatten(messages).filter(
      ([, message]) => message.trim() === "" || message !== message.trim(),
    );
    expect(odd).toEqual([]);
  });

  test("close every brace they open", () => {
    const count = (message: string, sign: string) => message.split(sign).length;
    expect(flatten(messages).filter(([, message]) => count(message, "{") !== count(message, "}"))).toEqual(
      [],
    );
  });
});
