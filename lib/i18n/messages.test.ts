import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { describe, expect, test } from "vitest";
import en from "#lib/i18n/messages/en.json" with { type: "json" };
import zh from "#lib/i18n/messages/zh-CN.json" with { type: "json" };

type Tree = { readonly [key: string]: string | Tree };

function flatten(tree: Tree, prefix = ""): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );
}

/** What the code passes in: arguments by name, and tags. Which plural forms there are is each language's own. */
function taken(elements: readonly MessageFormatElement[]): string[] {
  return elements.flatMap((element): string[] => {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        return [];
      case TYPE.tag:
        return [`<${element.value}>`, ...taken(element.children)];
      case TYPE.select:
      case TYPE.plural:
        return [element.value, ...Object.values(element.options).flatMap(({ value }) => taken(value))];
      default:
        return [element.value];
    }
  });
}
const takenBy = (message: string): string[] => [...new Set(taken(parse(message)))].sort();

const english: Tree = en;
const chinese: Tree = zh;
const written = new Map(flatten(english));

// A report and a preregistration are English documents, whoever looks at them.
const documents = ["reports", "preregistration"];

describe("the Chinese messages", () => {
  test("have every namespace but those of English documents", () => {
    const missing = Object.keys(english).filter((namespace) => !(namespace in chinese));
    expect(missing).toEqual(documents);
  });

  test.each(Object.keys(chinese))("of %s have the keys of the English ones", (namespace) => {
    const keys = (messages: Tree) => flatten({ [namespace]: messages[namespace] ?? {} }).map(([key]) => key);
    expect(keys(chinese).sort()).toEqual(keys(english).sort());
  });

  test("take what the English ones take", () => {
    const all = flatten(chinese);
    expect(all.map(([key, message]) => [key, takenBy(message)])).toEqual(
      all.map(([key]) => [key, takenBy(written.get(key) ?? "")]),
    );
  });

  test("are Chinese, but for names, formats and signs", () => {
    const left = flatten(chinese).filter(
      ([key, message]) =>
        message === written.get(key) && /[a-z]{4}/.test(message.replaceAll(/[{<][^}>]*[}>]/g, "")),
    );
    expect(left.map(([, message]) => message).filter((message) => !names.test(message))).toEqual([]);
  });
});

const names =
  /^(English|Anthropic|Prolific|PersonaEval|InterviewSim|RoleThink|Markdown|JSON Lines|Parquet|Infit|Outfit|Brier|study\.json)$/;
