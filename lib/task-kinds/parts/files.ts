import type { CaseFiles, GivenCase, ReadFiles } from "#lib/task-kinds/case-files.ts";

type OfCases = Pick<
  CaseFiles,
  "needsGold" | "csv" | "shown" | "versionParts" | "understand" | "asItStands" | "content"
>;
type Of<Content> = {
  content: ReadFiles<Content>["content"];
  /** What its participant gets. */
  shown: (own: Content) => readonly unknown[];
  /** What a case is told by: another of these is a new version. */
  version: (given: GivenCase<Content>) => readonly unknown[];
  said: (own: Content) => string;
  overlap?: (own: Content) => Awaited<ReturnType<ReadFiles["understand"]>>["overlap"];
};

/** Of kinds whose cases come as lines of JSON alone: what is judged in them is taken apart already. */
export const filesOfLines = <Content>(
  kind: string,
  { content, shown, version, said, overlap }: Of<Content>,
): Pick<CaseFiles<Content, Content>, keyof OfCases> => ({
  content,
  needsGold: false,
  csv: null,
  shown: ({ own }) => shown(own),
  versionParts: (given) => [JSON.stringify([kind, ...version(given)])],
  understand: async ({ own }) => ({
    form: "text",
    content: own,
    answerLength: null,
    ...(overlap && { overlap: overlap(own) }),
    said: said(own).toLowerCase(),
  }),
  asItStands: () => {
    throw new Error(`a case of the kind ${kind} is always taken apart`);
  },
});

/** A line that holds no prompt. */
export const readOwn = <Own>(
  bytes: Buffer,
  given: Pick<GivenCase<Own>, "optionNames" | "gold" | "own">,
): GivenCase<Own> => ({ ...given, prompt: null, original: Buffer.from(bytes) });
