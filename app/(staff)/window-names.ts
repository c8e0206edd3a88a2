import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { getViewer } from "#lib/auth/request/request.ts";
import { hasRole } from "#lib/auth/viewer.ts";
import { getBenchmarkName } from "#lib/benchmarks/queries.ts";
import { getReviewAt } from "#lib/reviews/plan/queries.ts";
import { getStudyTitle } from "#lib/studies/queries.ts";

type Translate = Awaited<ReturnType<typeof getTranslations<never>>>;
type PageParams<Params> = { params: Promise<Params> };
type Subject = { slug: string };
/** What the window shows, in the words of its tab. */
type FormatTitle<Params> = (t: Translate, params: Params) => string;

/** Whoever is refused is told nothing, not even the room. */
const join = (room: string, subject: string | null): Metadata =>
  subject === null ? {} : { title: `${room} · ${subject}` };

/** What is about no study and no benchmark: the room alone. */
export const nameWindow = (nameRoom: (t: Translate) => string) => async (): Promise<Metadata> => ({
  title: nameRoom(await getTranslations()),
});

/** A window says which study it is about, but to nobody who may not see that study, or this room of it. */
export const nameStudyWindow =
  <Params extends Subject>(
    nameRoom: FormatTitle<Params>,
    roles: readonly ("researcher" | "admin")[] = ["researcher", "admin"],
  ) =>
  async ({ params }: PageParams<Params>): Promise<Metadata> => {
    const given = await params;
    const viewer = await getViewer();
    const mayEnter = viewer !== null && hasRole(viewer, roles);
    return join(
      nameRoom(await getTranslations(), given),
      mayEnter ? await getStudyTitle(viewer, given.slug) : null,
    );
  };

/** The same of a benchmark. */
export const nameBenchmarkWindow =
  <Params extends Subject>(nameRoom: FormatTitle<Params>) =>
  async ({ params }: PageParams<Params>): Promise<Metadata> => {
    const given = await params;
    const viewer = await getViewer();
    const isAdmin = viewer !== null && hasRole(viewer, ["admin"]);
    return join(
      nameRoom(await getTranslations(), given),
      isAdmin ? await getBenchmarkName(viewer, given.slug) : null,
    );
  };

/** The same of a review, to those who lead it. */
export const nameReviewWindow =
  <Params extends Subject>(nameRoom: FormatTitle<Params>) =>
  async ({ params }: PageParams<Params>): Promise<Metadata> => {
    const given = await params;
    const viewer = await getViewer();
    const isStaff = viewer !== null && hasRole(viewer, ["researcher", "admin"]);
    return join(
      nameRoom(await getTranslations(), given),
      isStaff ? ((await getReviewAt(viewer, given.slug))?.title ?? null) : null,
    );
  };
