import { globSync, readFileSync } from "node:fs";
import {
  parseSync,
  Visitor,
  type ArrowFunctionExpression,
  type Expression,
  type Function,
  type ParamPattern,
  type Statement,
} from "oxc-parser";
import { describe, expect, test } from "vitest";

// New folders are found by themselves; who may do without a viewer is written here, one by one.
const openToAnybody = [
  // Of whom a browser's sealed mark has proven.
  "lib/auth/record-mutations.ts recordBeforeSignIn",
  "lib/cards/queries.ts getPublishedCard",
  "lib/first-run/mutations.ts prepareFirstRun",
  "lib/health/queries.ts answerHealth",
  "lib/health/queries.ts checkHealth",
  "lib/health/queries.ts examineHealth",
  // Whoever holds a code may know what it is for, and join by it.
  "lib/invitations/queries.ts getServiceCode",
  "lib/invitations/queries.ts inspectInvitation",
  // What a process tells of itself, and what metrics, which have a token of their own, tell of the instance.
  "lib/monitoring/mutations.ts startHeartbeat",
  "lib/monitoring/queries.ts readInstance",
  "lib/preferences/actions.ts chooseLanguage",
  "lib/preferences/actions.ts chooseTheme",
  "lib/sittings/joining/join-mutations.ts joinStudy",
  // Parts of questions, and what is made of their answers: they ask nothing by themselves.
  "lib/curation/confidence/queries.ts votesSql",
  "lib/reviews/checking/queries.ts stateOf",
  "lib/reviews/plan/queries.ts sourceQuestion",
  "lib/reviews/queue/queries.ts arrangeItem",
  "lib/reviews/queue/queries.ts shownColumns",
  "lib/sittings/joining/place-queries.ts bestCell",
  "lib/sittings/joining/place-queries.ts countedArms",
  "lib/sittings/joining/place-queries.ts freeCell",
  "lib/sittings/joining/place-queries.ts inactiveHoursOf",
  "lib/sittings/joining/place-queries.ts isInactive",
  "lib/sittings/joining/place-queries.ts longestInactive",
  // Locks within a transaction.
  "lib/reviews/queue/mutations.ts lockReview",
  "lib/reviews/queue/mutations.ts lockReviewShared",
  // Within the transaction of somebody whose own sitting it is.
  "lib/sittings/joining/place-queries.ts lookForPlace",
  // Within the transaction of somebody whose sitting it is, or was.
  "lib/sittings/mutations.ts layDown",
  // By an id, which is told with what may be read.
  "lib/sittings/queries.ts readStudyText",
  "lib/sittings/returning/mutations.ts returnByLink",
  // By a browser's sealed mark, which nobody else writes.
  "lib/sittings/returning/queries.ts findLostAt",
  "lib/sittings/returning/queries.ts findLostByCode",
  // How it stands with a link and its study is told to whoever opens it.
  "lib/sittings/returning/queries.ts inspectReturn",
  // Settings of the instance.
  "lib/uploads/queries.ts uploadLimit",
  "lib/uploads/queries.ts waitingLimits",
];

type Module = { file: string; text: string; body: Statement[] };
type ExportedValue = { name: string; value: Expression | Function | null };

const parsed = new Map<string, Module>();

/** Each file once. */
function readModule(file: string): Module {
  const known = parsed.get(file) ?? parse(file, readFileSync(file, "utf8"));
  parsed.set(file, known);
  return known;
}

function parse(file: string, text: string): Module {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} can't be read: ${errors[0]?.message}`);
  return { file, text, body: program.body as Statement[] };
}

function listExports({ file, body }: Module): ExportedValue[] {
  return body.flatMap((node): ExportedValue[] => {
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

const isFunction = (value: ExportedValue["value"]): value is Function | ArrowFunctionExpression =>
  value?.type.includes("Function") ?? false;

/** A parameter's type as it is written; where that is the module's own name for a viewer, what it stands for. */
function readType({ text, body }: Module, parameter: ParamPattern): string {
  const named = parameter.type === "AssignmentPattern" ? parameter.left : parameter;
  const type = "typeAnnotation" in named ? named.typeAnnotation?.typeAnnotation : null;
  const written = type ? text.slice(type.start, type.end) : "";
  if (written === "Staff") return 'Viewer<"admin" | "researcher">';
  const alias = body.find((node) => node.type === "TSTypeAliasDeclaration" && node.id.name === written);
  if (alias?.type !== "TSTypeAliasDeclaration") return written;
  return text.slice(alias.typeAnnotation.start, alias.typeAnnotation.end);
}

const isViewer = (type: string) => /^Viewer\b/.test(type);
// Only lib/auth makes these ids, of what a viewer was shown; the others are what has such an id in it.
const scopes = /\b(SeenStudyId|OwnSittingId|OwnStudyId|StudyFacts|StudyRows|Source|SeenReviewId|OwnPart)\b/;

const withoutType = (value: Expression | Function): Expression | Function =>
  value.type === "TSAsExpression" || value.type === "TSSatisfiesExpression"
    ? withoutType(value.expression)
    : value;

function listUnproven(source: Module): string[] {
  const asks = (parameter: ParamPattern) => {
    const type = readType(source, parameter);
    return isViewer(type) || scopes.test(type);
  };
  // Data without a function have nothing behind them.
  const isData = (value: ExportedValue["value"]) =>
    value !== null &&
    ["Literal", "TemplateLiteral", "ArrayExpression", "ObjectExpression"].includes(withoutType(value).type) &&
    !/=>|\bfunction\b/.test(source.text.slice(value.start, value.end));
  return listExports(source)
    .filter(({ value }) => !isData(value) && !(isFunction(value) && value.params.some(asks)))
    .map(({ name }) => name);
}

function isMentioned(
  { text }: Module,
  name: string,
  { start, end }: { start: number; end: number },
): boolean {
  let found = false;
  const { program } = parseSync("body.ts", `async () => ${text.slice(start, end)}`);
  new Visitor({ Identifier: (node) => void (found ||= node.name === name) }).visit(program);
  return found;
}

/** Whose viewer scopes nothing. Admins see everything: there, and under that name, the role is all there is to prove. */
function listIdle(source: Module): string[] {
  const isIdle = (body: { start: number; end: number }) => (parameter: ParamPattern) => {
    const type = readType(source, parameter);
    if (!isViewer(type) || parameter.type !== "Identifier") return false;
    const { name } = parameter;
    return name === "_admin" ? type !== 'Viewer<"admin">' : !isMentioned(source, name, body);
  };
  return listExports(source)
    .filter(({ value }) => isFunction(value) && value.body && value.params.some(isIdle(value.body)))
    .map(({ name }) => name);
}

function listUnprovenActions(file: string): string[] {
  const makers = ["defineAction", "definePublicAction"];
  const isMade = ({ value }: ExportedValue) =>
    value?.type === "CallExpression" &&
    value.callee.type === "Identifier" &&
    makers.includes(value.callee.name);
  return listExports(readModule(file))
    .filter((action) => !isMade(action))
    .map(({ name }) => name);
}

describe("no door is left open", () => {
  const queries = globSync("lib/**/{queries,*-queries,mutations,*-mutations}.ts");
  const actions = globSync("lib/**/{actions,*-actions}.ts");

  test("every query and mutation asks for a viewer or for what one was shown, every action is made by defineAction", () => {
    const open = [
      ...queries.flatMap((file) => listUnproven(readModule(file))),
      ...actions.flatMap(listUnprovenActions),
    ];
    expect(open.toSorted()).toEqual(openToAnybody.toSorted());
  });

  test("a viewer that is asked for is used, unless the role is all there is to prove", () => {
    expect(queries.flatMap((file) => listIdle(readModule(file)))).toEqual([]);
  });

  test("a viewer that is taken and forgotten is found", () => {
    const source = parse(
      "x.ts",
      `type Admin = Viewer<"admin">;
       export const used = (viewer: Staff, slug: string) => find({ where: { slug, ...studiesOf(viewer) } });
       export const roleOnly = (_admin: Admin) => count();
       export const scoped = (studyId: SeenStudyId) => count({ where: { studyId } });
       export async function forgotten(_viewer: Staff, id: string) { return await find({ where: { id } }); }
       export const unused = (viewer: Viewer<"participant">, id: string) => find({ where: { id } });
       export const misnamed = (_admin: Staff) => count();
       export const unnamed = (_: Admin) => count();
       export const open = (id: string) => find({ where: { id } });`,
    );
    const idle = ["forgotten", "unused", "misnamed", "unnamed"];
    expect(listIdle(source)).toEqual(idle.map((name) => `x.ts ${name}`));
    expect(listUnproven(source)).toEqual(["x.ts open"]);
  });

  test("nobody but lib/auth claims that something is proven", () => {
    const rooms = globSync("{app,components,lib,scripts}/**/*.{ts,tsx}");
    const claim = /\bas (unknown as )?(Viewer\b|SeenStudyId|OwnSittingId|OwnStudyId)/;
    const claiming = rooms.filter(
      (file) =>
        !/^lib\/(auth|generated)\/|\/testing\/|\.test\.ts$/.test(file) &&
        claim.test(readFileSync(file, "utf8")),
    );
    expect(claiming).toEqual([]);
  });

  test("the search finds what there is", () => {
    const names = [...queries, ...actions]
      .flatMap((file) => listExports(readModule(file)))
      .map(({ name }) => name);
    const some = ["users/queries.ts listUsers", "users/mutations.ts createUser", "auth/actions.ts signIn"];
    expect(names).toEqual(expect.arrayContaining(some.map((name) => `lib/${name}`)));
  });
});
