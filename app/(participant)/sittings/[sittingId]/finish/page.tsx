import type { Metadata } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { requireOngoing } from "#app/(participant)/sittings/[sittingId]/own-place.ts";
import { HandInForm } from "#components/sitting/hand-in-form.tsx";
import { listItems } from "#components/sitting/overview-items.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("sitting.submit");
  return { title: t("title") };
}

export default async function FinishPage({ params }: PageProps<"/sittings/[sittingId]/finish">) {
  const { place } = await requireOngoing(params);
  const { submit, own } = (await getMessages()).sitting;
  const flagged = listItems(place.progress, place.questions).filter(({ isFlagged }) => isFlagged).length;
  return <HandInForm sittingId={place.id} flagged={flagged} words={{ submit, own }} />;
}
