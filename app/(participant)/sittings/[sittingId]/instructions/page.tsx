import type { Metadata } from "next";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { requireOngoing } from "#app/(participant)/sittings/[sittingId]/own-place.ts";
import { Instructions } from "#components/sitting/instructions.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Markdown } from "#components/ui/markdown.tsx";
import { findFirstOpen } from "#lib/sittings/where-next.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("sitting.instructions");
  return { title: t("title") };
}

export default async function InstructionsPage({ params }: PageProps<"/sittings/[sittingId]/instructions">) {
  const { place } = await requireOngoing(params);
  const { sitting } = await getMessages();
  const reader = await getLocale();
  const { practise, start } = sitting.instructions;
  const next = findFirstOpen(place.progress, place.questions);
  const isPractice = place.progress.find(({ position }) => position === next)?.isPractice;
  return (
    <Instructions
      text={<Markdown text={place.words.instructions} lang={place.language} />}
      notes={place.language !== reader && <Callout>{sitting.otherLanguage}</Callout>}
      language={reader}
      words={sitting}
    >
      <div>
        <ButtonLink href={`/sittings/${place.id}/${next ?? "overview"}`} variant="primary">
          {isPractice ? practise : start}
        </ButtonLink>
      </div>
    </Instructions>
  );
}
