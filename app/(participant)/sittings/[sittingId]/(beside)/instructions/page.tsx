import type { Metadata } from "next";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import {
  isOngoing,
  requireOwnPlace,
  whereToGoOn,
} from "#app/(participant)/sittings/[sittingId]/own-place.ts";
import { Examples } from "#components/sitting/entry/examples.tsx";
import { sayForAll } from "#components/task-kinds/words.ts";
import { Instructions } from "#components/sitting/entry/instructions.tsx";
import { WrongAtFirst } from "#components/sitting/entry/misunderstood.tsx";
import { OtherLanguages } from "#components/sitting/entry/other-languages.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Markdown } from "#components/ui/markdown/markdown.tsx";
import { countOwnLanguages } from "#lib/sittings/serving/case-queries.ts";
import { getOwnComprehension } from "#lib/sittings/comprehension/queries.ts";
import { findFirstOpen } from "#lib/sittings/serving/where-next.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("sitting.instructions");
  return { title: t("title") };
}

/** Before the first case, and again at any time: whoever is in the middle goes back to where they were. */
export default async function InstructionsPage({ params }: PageProps<"/sittings/[sittingId]/instructions">) {
  const { viewer, place } = await requireOwnPlace(params);
  const { sitting, menu } = sayForAll(place.kinds, await getMessages());
  const reader = await getLocale();
  const { practise, start } = sitting.instructions;
  const isAsked = isOngoing(place) && place.understanding === "open";
  const wrong = (isAsked && (await getOwnComprehension(viewer, place.id))?.wrong) || [];
  const next = findFirstOpen(place.progress);
  const isPractice = place.progress.find(({ position }) => position === next)?.isPractice;
  const isFirst = isOngoing(place) && place.progress.every(({ answer }) => answer === null);
  const onward = isOngoing(place) ? whereToGoOn(place) : `/sittings/${place.id}`;
  return (
    <Instructions
      text={<Markdown text={place.words.instructions} lang={place.language} />}
      example={<Examples kinds={place.kinds} language={reader} messages={await getMessages()} />}
      words={sitting}
      notes={
        <>
          {place.translation !== null && (
            <Callout>{sitting.instructions.translation[place.translation ? "allowed" : "not"]}</Callout>
          )}
          {place.language !== reader && <Callout>{sitting.otherLanguage}</Callout>}
          {wrong.length > 0 && <WrongAtFirst wrong={wrong} language={place.language} words={sitting} />}
        </>
      }
    >
      <OtherLanguages
        counts={await countOwnLanguages(viewer, place.id)}
        reader={reader}
        mayPass={place.questions.mayPass === true}
        words={sitting}
      />
      <div>
        {isAsked || isFirst ? (
          <ButtonLink
            href={`/sittings/${place.id}/${isAsked ? "comprehension" : (next ?? "overview")}`}
            variant="primary"
          >
            {isAsked ? sitting.comprehension.toQuestions : isPractice ? practise : start}
          </ButtonLink>
        ) : (
          <ButtonLink href={onward} variant="primary">
            {menu.back}
          </ButtonLink>
        )}
      </div>
    </Instructions>
  );
}
