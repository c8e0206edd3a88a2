import { refusalOf } from "#components/sitting/words.ts";
import { addressOf } from "#components/sitting/navigation/address.ts";
import type { Ending } from "#components/sitting/page/use-sitting-page.ts";
import type { PageWords } from "#components/sitting/page/page-words.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import type { Questions } from "#lib/studies/schema.ts";

type Props = {
  ending: Ending;
  sittingId: string;
  questions: Pick<Questions, "mayGoBack" | "draftsCount">;
  words: PageWords;
};

/** In place of the cases, once there is nothing to be answered: why, and where it goes on. */
export function EndView({ ending, sittingId, questions, words: { sitting, answering } }: Props) {
  const isOver = ending === "time_over";
  const { mayGoBack, draftsCount } = questions;
  const over = mayGoBack ? answering.over : draftsCount ? answering.overDrafts : answering.overOneWay;
  return (
    <div className="grid justify-items-start gap-6">
      <div role="status">
        <Callout>{isOver ? over : refusalOf(ending, sitting.own)}</Callout>
      </div>
      {isOver ? (
        <ButtonLink href={addressOf(sittingId, "finish")} variant="primary">
          {answering.toHandIn}
        </ButtonLink>
      ) : (
        <ButtonLink href={`/sittings/${sittingId}`} variant="primary">
          {sitting.own.toStart}
        </ButtonLink>
      )}
    </div>
  );
}
