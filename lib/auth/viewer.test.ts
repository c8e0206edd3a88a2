import { globSync, readFileSync } from "node:fs";
import {
  parseSync,
  type ArrowFunctionExpression,
  type Expression,
  type Function,
  type ParamPattern,
  type Statement,
} from "oxc-parser";
import { describe, expect, test } from "vitest";

// New rooms are found by themselves; who may do without a viewer is written here, one by one.
const openToAnybody = [
  "lib/first-run/mutations.ts prepareFirstRun",
  "lib/health/queries.ts checkHealth",
  // Whoever holds a code may know what it is for, and join by it.
  "lib/invitations/queries.ts inspectInvitation",
  "lib/invitations/service-queries.ts getServiceCode",
  "lib/preferences/actions.ts chooseLanguage",
  "lib/preferences/actions.ts chooseTheme",
  "lib/sittings/joining/join-mutations.ts joinStudy",
  "lib/sittings/returning/mutations.ts returnByLink",
  // How it stands with a link and its study is told to whoever opens it.
  "lib/sittings/returning/queries.ts inspectReturn",
  // Parts of questions, which ask nothing by themselves.
  "lib/sittings/serving/inactivity-queries.ts inactiveHoursOf",
  "lib/sittings/serving/inactivity-queries.ts isInactive",
  "lib/sittings/serving/inactivity-queries.ts lastSign",
  "lib/sittings/serving/inactivity-queries.ts longestInactive",
];

type Module = { file: string; text: string; body: Statement[] };
type Exported = { name: string; value: Expression | Function | null };

function parse(file: string): Module {
  const text = readFileSync(file, "utf8");
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} can't be read: ${errors[0]?.message}`);
  return { file, text, body: program.body as Statement[] };
}

function listExports({ file, body }: Module): Exported[] {
  return body.flatMap((node): Exported[] => {
    if (node.type !== "ExportNamedDeclaration") return [];
    const { declaration } = node;
    const nameOf = (name: string) => `${file} ${name}`;
    if (declaration?.type === "FunctionDeclaration")
      return [{ name: nameOf(declaration.id?.name ?? "default"), value: declaration }];
    if (declaration?.type !== "VariableDeclaration") return [];
    return declaration.declarations.map(({ id, init }) => ({
      name: nameOf(id.type === "Identifier" ? id.name : "a pattern"),
      value: init,
    }));
  });
}

const isFunction = (value: Exported["value"]): value is Function | ArrowFunctionExpression =>
  value?.type.includes("Function") ?? false;

/** How a parameter's type is written. */
function readType({ text }: Module, parameter: ParamPattern): string {
  const named = parameter.type === "AssignmentPattern" ? parameter.left : parameter;
  const type = "typeAnnotation" in named ? named.typeAnnotation?.typeAnnotation : null;
  return type ? text.slice(type.start, type.end) : "";
}

/** Names that the module has for viewers: its own, and those of another room of lib/auth. */
function listViewerNames({ text, body }: Module): string[] {
  return body.flatMap((node) => {
    if (node.type === "TSTypeAliasDeclaration")
      return /^Viewer\b/.test(text.slice(node.typeAnnotation.start)) ? [node.id.name] : [];
    if (node.type !== "ImportDeclaration" || node.source.value !== "#lib/auth/study-scope.ts") return [];
    return node.specifiers.map(({ local }) => local.name).filter((name) => name === "Staff");
  });
}

function listWithoutViewer(file: string): string[] {
  const source = parse(file);
  const names = listViewerNames(source);
  const asks = (parameter: ParamPattern) => {
    const type = readType(source, parameter);
    return /^Viewer\b/.test(type) || names.includes(type);
  };
  // A number has nothing behind it.
  const isNumber = (value: Exported["value"]) => value?.type === "Literal" && typeof value.value === "number";
  return listExports(source)
    .filter(({ value }) => !isNumber(value) && !(isFunction(value) && value.params.some(asks)))
    .map(({ name }) => name);
}

function listUnprovenActions(file: string): string[] {
  const makers = ["defineAction", "definePublicAction"];
  const isMade = ({ value }: Exported) =>
    value?.type === "CallExpression" &&
    value.callee.type === "Identifier" &&
    makers.includes(value.callee.name);
  return listExports(parse(file))
    .filter((action) => !isMade(action))
    .map(({ name }) => name);
}

describe("no door is left open", () => {
  const queries = globSync("lib/**/{queries,*-queries,mutations,*-mutations}.ts");
  const actions = globSync("lib/**/{actions,*-actions}.ts");

  test("every query and mutation asks for a viewer, every action is made by defineAction", () => {
    const open = [...queries.flatMap(listWithoutViewer), ...actions.flatMap(listUnprovenActions)];
    expect(open.sort()).toEqual(openToAnybody);
  });

  test("the search finds what there is", () => {
    const names = [...queries, ...actions]
      .flatMap((file) => listExports(parse(file)))
      .map(({ name }) => name);
    const some = ["users/queries.ts listUsers", "users/mutations.ts createUser", "auth/actions.ts signIn"];
    expect(names).toEqual(expect.arrayContaining(some.map((name) => `lib/${name}`)));
  });
});
