import type { Viewer } from "#lib/auth/viewer.ts";
import type { Study } from "#lib/studies/queries.ts";
import { Refusal } from "#scripts/cli/outcome.ts";

export async function requireStudy(viewer: Viewer<"admin">, slug: string): Promise<Study> {
  const { getStudy } = await import("#lib/studies/queries.ts");
  const study = await getStudy(viewer, slug);
  if (!study) throw noStudy(slug);
  return study;
}

/** One that has opened: only then there are answers. */
export async function requireOpened(viewer: Viewer<"admin">, slug: string): Promise<Study> {
  const study = await requireStudy(viewer, slug);
  if (study.state === "draft") throw new Refusal(`${slug} is a draft: it has no answers`);
  return study;
}

export const noSuchKind = (slug: string, kind: string | undefined): Refusal =>
  new Refusal(`${slug} has no cases of the kind ${kind}`);

export const noStudy = (slug: string): Refusal =>
  new Refusal(`there is no study ${JSON.stringify(slug)}: \`study list\` shows all`);

export const notShownYet = (slug: string, state: string): Refusal =>
  new Refusal(
    `${slug} is ${state}: results are shown once it is closed, unless the plan allows interim results`,
    `close it with \`study close ${slug}\``,
  );
