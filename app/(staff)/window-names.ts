import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { getViewer } from "#lib/auth/request/request.ts";
import { hasRole, type Viewer } from "#lib/auth/viewer.ts";
import { getBenchmarkName } from "#lib/benchmarks/queries.ts";
import { getReviewAt } from "#lib/reviews/plan/queries.ts";
import { getStudyTitle } from "#lib/studies/queries.ts";

type Translate = Awaited<ReturnType<typeof getTranslations<never>>>;
type PageParams<Params> = { params: Promise<Params> };
type Subject = { slug: string };
/** What the window shows, in the words of its tab. */
type FormatTitle<Params> = (t: Translate, params: Params) => string;

/** What is about no study and no benchmark: the room alone. */
export const nameWindow = (nameRoom: (t: Translate) => string) => async (): Promise<Metadata> => ({
  title: nameRoom(await getTranslations()),
});

/** A window says what it is about, but to nobody who may not see that, or this room of it. Whoever is refused is told nothing, not even the room. */
const nameSubjectWindow =
  <Allowed extends "researcher" | "admin", Params extends Subject>(
    roles: readonly Allowed[],
    findName: (viewer: Viewer<Allowed>, slug: string) => Promise<string | null>,
    nameRoom: FormatTitle<Params>,
  ) =>
  async ({ params }: PageParams<Params>): Promise<Metadata> => {
    const given = await params;
    const viewer = await getViewer();
    const name = viewer !== null && hasRole(viewer, roles) ? await findName(viewer, given.slug) : null;
    return name === null ? {} : { title: `${nameRoom(await getTranslations(), given)} · ${name}` };
  };

const staff = ["researcher", "admin"] as const;

export const nameStudyWindow = <Params extends Subject>(
  nameRoom: FormatTitle<Params>,
  roles: readonly (typeof staff)[number][] = staff,
) => nameSubjectWindow(roles, getStudyTitle, nameRoom);

export const nameBenchmarkWindow = <Params extends Subject>(nameRoom: FormatTitle<Params>) =>
  nameSubjectWindow(["admin"], getBenchmarkName, nameRoom);

/** To those who lead it. */
export const nameReviewWindow = <Params extends Subject>(nameRoom: FormatTitle<Params>) =>
  nameSubjectWindow(
    staff,
    async (viewer, slug) => (await getReviewAt(viewer, slug))?.title ?? null,
    nameRoom,
  );
