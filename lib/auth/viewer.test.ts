import { globSync, readFileSync } from "node:fs";
import ts from "typescript";
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

type Exported = { name: string; value: ts.Node | undefined };

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true);
}

function isExported(node: ts.Node): boolean {
  const modifiers = ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

function listExports(source: ts.SourceFile): Exported[] {
  return source.statements.filter(isExported).flatMap((node): Exported[] => {
    const nameIt = (name: string) => `${source.fileName} ${name}`;
    if (ts.isFunctionDeclaration(node)) return [{ name: nameIt(node.name?.text ?? "default"), value: node }];
    if (!ts.isVariableStatement(node)) return [];
    return node.declarationList.declarations.map((one) => ({
      name: nameIt(one.name.getText()),
      value: one.initializer,
    }));
  });
}

/** Names of viewers that another room of lib/auth has for them. */
function listImportedViewers(source: ts.SourceFile): string[] {
  return source.statements.filter(ts.isImportDeclaration).flatMap(({ moduleSpecifier, importClause }) => {
    const isScope = moduleSpecifier.getText() === '"#lib/auth/study-scope.ts"';
    const bindings = importClause?.namedBindings;
    if (!isScope || !bindings || !ts.isNamedImports(bindings)) return [];
    return bindings.elements.map(({ name }) => name.text).filter((name) => name === "Staff");
  });
}

function listWithoutViewer(file: string): string[] {
  const source = parse(file);
  const isViewer = (type: ts.TypeNode | undefined) => /^Viewer\b/.test(type?.getText() ?? "");
  const aliases = source.statements.filter(ts.isTypeAliasDeclaration).filter((alias) => isViewer(alias.type));
  const names = [...aliases.map((alias) => alias.name.text), ...listImportedViewers(source)];
  const asks = ({ type }: ts.ParameterDeclaration) => isViewer(type) || names.includes(type?.getText() ?? "");
  // A number has nothing behind it.
  const isOpen = ({ value }: Exported) =>
    !(value && ts.isNumericLiteral(value)) &&
    !(value && ts.isFunctionLike(value) && value.parameters.some(asks));
  return listExports(source)
    .filter(isOpen)
    .map(({ name }) => name);
}

function listUnprovenActions(file: string): string[] {
  const makers = ["defineAction", "definePublicAction"];
  const isMade = ({ value }: Exported) =>
    value !== undefined && ts.isCallExpression(value) && makers.includes(value.expression.getText());
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
