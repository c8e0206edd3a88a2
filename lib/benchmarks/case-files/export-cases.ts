import type { Viewer } from "#lib/auth/viewer.ts";
import { promptDigest } from "#lib/benchmarks/case-files/case-identity.ts";
import { listCasesAfter } from "#lib/benchmarks/case-queries.ts";
import { parsePrompt } from "#lib/task-kinds/choice/prompt-parser.ts";
import { choiceContentSchema, type ChoiceContent } from "#lib/task-kinds/choice/schema.ts";

const casesAtOnce = 200;
type Exported = Awaited<ReturnType<typeof listCasesAfter>>[number];

/** Every current case as a line of the product's own format; importing them again changes nothing. */
export async function* exportCaseLines(viewer: Viewer<"admin">, benchmarkId: number): AsyncGenerator<string> {
  for (let after = 0; ;) {
    const cases = await listCasesAfter(viewer, benchmarkId, after, casesAtOnce);
    for (const it of cases) yield `${JSON.stringify(lineOf(it))}\n`;
    const last = cases.at(-1);
    if (!last || cases.length < casesAtOnce) return;
    after = last.id;
  }
}

function lineOf({
  promptHash,
  original,
  content,
  optionNames,
  gold,
  case: { key, kind, source, track },
}: Exported) {
  const bytes = Buffer.from(original, "utf8");
  // Where there was a prompt it is what was kept; of other cases it is the line they came on.
  const hasPrompt = promptDigest(bytes).equals(Buffer.from(promptHash));
  const parsed = content === null ? null : choiceContentSchema.parse(content);
  const head = { id: key, track: track.name, kind, ...(source === null ? {} : { source }) };
  const right = gold?.choice == null ? null : optionNames[gold.choice];
  if (!hasPrompt) {
    return {
      ...head,
      content: contentOf(parsed),
      options: optionsOf(optionNames, parsed?.profiles),
      gold: right,
    };
  }
  // A profile that the prompt says is not said twice.
  const extra = parsed?.profiles.map((profile) =>
    profile === null || original.includes(profile) ? null : profile,
  );
  const isFromPrompt = isSame(parsed, parsePrompt(original, optionNames, extra), original);
  const written = isFromPrompt ? {} : { content: contentOf(parsed) };
  const options = optionsOf(optionNames, isFromPrompt ? extra : parsed?.profiles);
  return { ...head, prompt: original, ...written, options, gold: right };
}

function isSame(
  content: ChoiceContent | null,
  parsed: ReturnType<typeof parsePrompt>,
  original: string,
): boolean {
  if (parsed === null) return content === null || (content.form === "text" && content.text === original);
  return content?.form === "dialogue" && JSON.stringify(content.turns) === JSON.stringify(parsed.turns);
}

const contentOf = (content: ChoiceContent | null) =>
  content === null
    ? undefined
    : content.form === "dialogue"
      ? { turns: content.turns }
      : { text: content.text };

function optionsOf(names: readonly string[], profiles: readonly (string | null)[] = []) {
  if (profiles.every((profile) => profile === null)) return names;
  return names.map((name, index) => ({ name, profile: profiles[index] ?? null }));
}
