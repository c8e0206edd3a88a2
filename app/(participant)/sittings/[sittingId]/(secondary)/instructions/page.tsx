import { nameWindow } from "#app/(staff)/window-names.ts";
import { getLocale, getMessages } from "next-intl/server";
import { HowItWorks } from "#app/(participant)/sittings/[sittingId]/(secondary)/shared-parts.tsx";
import {
  isOngoing,
  requireOwnPlace,
  whereToGoOn,
} from "#app/(participant)/sittings/[sittingId]/own-place.ts";
import { OtherLanguages, WrongAtFirst } from "#components/sitting/entry/instructions.tsx";
import { messagesForAll } from "#components/task-kinds/words.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { countOwnLanguages } from "#lib/sittings/serving/case-queries.ts";
import { getOwnComprehension } from "#lib/sittings/queries.ts";

export const generateMetadata = nameWindow((t) => t("sitting.instructions.title"));

/** Again, at any time: whoever is in the middle goes back to where they were. */
export default async function InstructionsPage({ params }: PageProps<"/sittings/[sittingId]/instructions">) {
  const { viewer, place } = await requireOwnPlace(params);
  const { sitting, menu } = messagesForAll(place.kinds, await getMessages());
  const isAsked = isOngoing(place) && place.understanding === "open";
  const wrong = (isAsked && (await getOwnComprehension(viewer, place.id))?.wrong) || [];
  const onward = isOngoing(place) ? whereToGoOn(place) : `/sittings/${place.id}`;
  return (
    <HowItWorks
      place={place}
      notes={wrong.length > 0 && <WrongAtFirst wrong={wrong} language={place.language} words={sitting} />}
    >
      <OtherLanguages
        counts={await countOwnLanguages(viewer, place.id)}
        reader={await getLocale()}
        mayPass={place.questions.mayPass === true}
        words={sitting}
      />
      <div>
        <ButtonLink href={isAsked ? `/sittings/${place.id}/comprehension` : onward} variant="primary">
          {isAsked ? sitting.comprehension.toQuestions : menu.back}
        </ButtonLink>
      </div>
    </HowItWorks>
  );
}
