import type { Metadata } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { requireOngoing } from "#app/(participant)/sittings/[sittingId]/own-place.ts";
import { OverviewRoom } from "#components/sitting/room/overview-room.tsx";
import { pickRoomWords } from "#components/sitting/room/words.ts";

type Props = PageProps<"/sittings/[sittingId]/overview">;

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("sitting.overview");
  return { title: t("title") };
}

export default async function OverviewPage({ params, searchParams }: Props) {
  const { place } = await requireOngoing(params);
  return (
    <OverviewRoom
      sittingId={place.id}
      progress={place.progress}
      questions={place.questions}
      msLeft={place.msLeft}
      isReturn={"back" in (await searchParams)}
      words={pickRoomWords(await getMessages())}
    />
  );
}
