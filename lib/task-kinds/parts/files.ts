import type { CaseFiles, CaseForm, CaseInput, ReadFiles } from "#lib/task-kinds/case-files.ts";

type CaseFileParts = Pick<
  CaseFiles,
  "needsGold" | "csv" | "shown" | "versionParts" | "understand" | "asItStands" | "content"
>;
type PartsSpec<Content> = {
  content: ReadFiles<Content>["content"];
  /** What its participant gets. */
  shown: (given: CaseInput<Content>) => readonly unknown[];
  /** What a case is told by: another of these is a new version. */
  version: (given: CaseInput<Content>) => readonly unknown[];
  said: (own: Content) => string;
  form?: (own: Content) => CaseForm;
  overlap?: (own: Content) => Awaited<ReturnType<ReadFiles["understand"]>>["overlap"];
};

/** Of kinds whose cases come as lines of JSON alone: what is judged in them is taken apart already. */
export const filesOfLines = <Content>(
  kind: string,
  { content, shown, version, said, form = () => "text", overlap }: PartsSpec<Content>,
): Pick<CaseFiles<Content, Content>, keyof CaseFileParts> => ({
  content,
  needsGold: false,
  csv: null,
  shown,
  versionParts: (given) => [JSON.stringify([kind, ...version(given)])],
  understand: async ({ own }) => ({
    form: form(own),
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
  given: Pick<CaseInput<Own>, "optionNames" | "gold" | "own">,
): CaseInput<Own> => ({ ...given, prompt: null, original: Buffer.from(bytes) });
