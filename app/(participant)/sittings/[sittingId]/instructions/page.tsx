import type { Metadata } from "next";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { requireOngoing } from "#app/(participant)/sittings/[sittingId]/own-place.ts";
import { Instructions } from "#components/sitting/instructions.tsx";
import { WrongAtFirst } from "#components/sitting/misunderstood.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Markdown } from "#components/ui/markdown.tsx";
import { getOwnComprehension } from "#lib/sittings/comprehension-queries.ts";
import { findFirstOpen } from "#lib/sittings/where-next.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("sitting.instructions");
  return { title: t("title") };
}

export default async function InstructionsPage({ params }: PageProps<"/sittings/[sittingId]/instructions">) {
  const { viewer, place } = await requireOngoing(params);
  const { sitting } = await getMessages();
  const reader = await getLocale();
  const { practise, start } = sitting.instructions;
  const isAsked = place.understanding === "open";
  const wrong = (isAsked && (await getOwnComprehension(viewer, place.id))?.wrong) || [];
  const next = findFirstOpen(place.progress, place.questions);
  const isPractice = place.progress.find(({ position }) => position === next)?.isPractice;
  return (
    <Instructions
      text={<Markdown text={place.words.instructions} lang={place.language} />}
      language={reader}
      words={sitting}
      notes={
        <>
          {place.language !== reader && <Callout>{sitting.otherLanguage}</Callout>}
          {wrong.length > 0 && <WrongAtFirst wrong={wrong} language={place.language} words={sitting} />}
        </>
      }
    >
      <div>
        <ButtonLink
          href={`/sittings/${place.id}/${isAsked ? "comprehension" : (next ?? "overview")}`}
          variant="primary"
        >
          {isAsked ? sitting.comprehension.toQuestions : isPractice ? practise : start}
        </ButtonLink>
      </div>
    </Instructions>
  );
}
