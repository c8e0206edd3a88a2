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
  "tableFiles",
