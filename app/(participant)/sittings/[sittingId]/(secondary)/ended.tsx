import { getLocale, getMessages } from "next-intl/server";
import type { OwnPlace } from "#app/(participant)/sittings/[sittingId]/own-place.ts";
import { prolificReturn } from "#components/sitting/entry/arrival.ts";
import { ClosedOn } from "#components/sitting/finish/closed-on.tsx";
import { ConsentLines } from "#components/sitting/entry/consent-lines.tsx";
import { CopyNote } from "#components/sitting/device/copy-note.tsx";
import { Debrief, tellScore } from "#components/sitting/finish/debrief.tsx";
import { LaterKeptAnswers } from "#components/sitting/device/later-kept-answers.tsx";
import { EndsHere } from "#components/sitting/entry/misunderstood.tsx";
import { NamedCode } from "#components/sitting/finish/named-code.tsx";
import { PageTitle } from "#components/sitting/page-title.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { sayFor, sayForAll } from "#components/task-kinds/words.ts";
import { Callout } from "#components/ui/callout.tsx";
import { Markdown } from "#components/ui/markdown/markdown.tsx";
import { listOtherDevices } from "#lib/auth/sign-in/sign-ins.ts";
import { kindOf } from "#lib/task-kinds/registry.ts";
import { getReturnCode } from "#lib/invitations/service-queries.ts";
import { getOwnScore } from "#lib/sittings/serving/case-queries.ts";
import { getOwnSitting } from "#lib/sittings/queries.ts";
import { findContact, listConsentLines } from "#lib/studies/opening/frozen-words.ts";

/** Handed in, withdrawn, or the study closed: no more answers are taken, and what a device still holds is told. */
export function Ended({ viewer, place }: OwnPlace) {
  if (place.state === "submitted") return <Submitted viewer={viewer} place={place} />;
  if (place.state !== "started") return <WithdrawnOrClosed viewer={viewer} place={place} />;
  return place.understanding === "failed" ? (
    <Misunderstood viewer={viewer} place={place} />
  ) : (
    <ClosedMeanwhile viewer={viewer} place={place} />
  );
}

const contactOf = ({ words, language }: OwnPlace["place"]) => findContact(listConsentLines(words), language);
const withdrawAddressOf = ({ id }: OwnPlace["place"]) => `/sittings/${id}/withdraw`;

async function Submitted({ viewer, place }: OwnPlace) {
  const messages = await getMessages();
  const { sitting, sending } = sayForAll(place.kinds, messages);
  const { copies, forgetCopies, copiesGone } = sending;
  const { id, words, language } = place;
  const returnCode = await getReturnCode(viewer, id);
  const scores = await getOwnScore(viewer, id);
  const others = await listOtherDevices(viewer);
  return (
    <div className="grid gap-8">
      <Kept place={place} />
      <Debrief
        text={<Markdown text={words.debrief} lang={language} />}
        notes={language !== (await getLocale()) && <Callout>{sitting.otherLanguage}</Callout>}
        code={{
          value: place.completionCode ?? "",
          ...(others.length > 0 && { hint: sitting.debrief.codeHintElsewhere }),
        }}
        returnAddress={returnCode && prolificReturn(returnCode)}
        scores={scores.map((score) => tellScore(sayFor(score.kind, messages).sitting, score))}
        words={sitting}
        contact={contactOf(place)}
        participantCode={viewer.handle}
        withdrawAddress={withdrawAddressOf(place)}
      >
        <CopyNote sittingId={id} words={{ copies, forgetCopies, copiesGone }} />
      </Debrief>
    </div>
  );
}

async function Misunderstood({ viewer, place }: OwnPlace) {
  const { sitting } = await getMessages();
  const returnCode = await getReturnCode(viewer, place.id, "screenOut");
  return (
    <EndsHere words={sitting} returnAddress={returnCode && prolificReturn(returnCode)}>
      <ToAsk place={place} />
      <ToWithdraw place={place} />
    </EndsHere>
  );
}

async function ClosedMeanwhile({ viewer, place }: OwnPlace) {
  const { sitting } = await getMessages();
  return (
    <div className="grid gap-8">
      <Kept place={place} />
      <Closed viewer={viewer} place={place} />
      <ToAsk place={place} />
      <NamedCode code={viewer.handle} words={sitting} />
      <ToWithdraw place={place} />
    </div>
  );
}

/** Withdrawn, or never begun before the study closed. */
async function WithdrawnOrClosed({ viewer, place }: OwnPlace) {
  const { sitting, way } = await getMessages();
  const { own } = sitting;
  const isWithdrawn = place.state === "withdrawn";
  const isErased = isWithdrawn && ((await getOwnSitting(viewer, place.id))?.isErased ?? false);
  return (
    <div className="grid gap-6">
      <PageTitle>{isWithdrawn ? own.withdrawnTitle : own.closedTitle}</PageTitle>
      <p>{isErased ? way.erased : isWithdrawn ? own.withdrawnBody : own.closedBody}</p>
      <Kept place={place} />
      {!isErased && (
        <div>
          <ButtonLink href={withdrawAddressOf(place)}>
            {isWithdrawn ? way.toErase : way.toWithdraw}
          </ButtonLink>
        </div>
      )}
    </div>
  );
}

/** Answers that the device still holds. */
async function Kept({ place }: Pick<OwnPlace, "place">) {
  const { id, questions, kinds } = place;
  const messages = await getMessages();
  const wordsOf = Object.fromEntries(kinds.map((kind) => [kind, sayFor(kind, messages).sending]));
  const signInAddress = `/sign-in?as=participant&next=/sittings/${id}`;
  const cases = place.progress
    .filter(({ isPractice }) => !isPractice)
    .map(({ position, asked, answer, revision }, i) => ({ position, asked, answer, revision, place: i + 1 }));
  const { sending } = sayForAll(kinds, messages);
  return (
    <LaterKeptAnswers
      sittingId={id}
      cases={cases}
      signInAddress={signInAddress}
      questions={questions}
      wordsOf={wordsOf}
      words={sending}
    />
  );
}

async function ToAsk({ place }: Pick<OwnPlace, "place">) {
  const { sitting } = await getMessages();
  const contact = contactOf(place);
  return (
    contact && (
      <ConsentLines
        lines={[{ field: "contact", said: contact.said }]}
        language={contact.language}
        words={sitting}
      />
    )
  );
}

async function ToWithdraw({ place }: Pick<OwnPlace, "place">) {
  const { way } = await getMessages();
  return (
    <div>
      <ButtonLink href={withdrawAddressOf(place)}>{way.toWithdraw}</ButtonLink>
    </div>
  );
}

/** The study closed before this person had finished. */
async function Closed({ viewer, place }: OwnPlace) {
  const { sitting } = await getMessages();
  const cases = place.progress.filter(({ isPractice }) => !isPractice);
  const stored = cases.filter(
    ({ answer, asked }) =>
      answer !== null && (kindOf(asked.kind).decide(answer) !== null || answer.cannotRead),
  );
  const returnCode = await getReturnCode(viewer, place.id, "screenOut");
  return (
    <ClosedOn
      done={stored.length}
      count={cases.length}
      code={place.partialCode}
      returnAddress={returnCode && prolificReturn(returnCode)}
      debrief={<Markdown text={place.words.debrief} lang={place.language} under={2} />}
      words={sitting}
    />
  );
}
