import { getLocale, getMessages } from "next-intl/server";
import type { OwnPlace } from "#app/(participant)/sittings/[sittingId]/own-place.ts";
import { prolificReturn } from "#components/sitting/entry/arrival.ts";
import { ClosedOn } from "#components/sitting/finish/closed-on.tsx";
import { ConsentLines } from "#components/sitting/entry/consent-lines.tsx";
import { Debrief } from "#components/sitting/finish/debrief.tsx";
import { KeptAnswers } from "#components/sitting/device/kept-answers.tsx";
import { EndsHere } from "#components/sitting/entry/misunderstood.tsx";
import { NamedCode } from "#components/sitting/finish/named-code.tsx";
import { PageTitle } from "#components/sitting/page-title.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Markdown } from "#components/ui/markdown/markdown.tsx";
import { getReturnCode } from "#lib/invitations/service-queries.ts";
import { getOwnScore } from "#lib/sittings/serving/case-queries.ts";
import { getOwnSitting } from "#lib/sittings/queries.ts";
import { findContact, listConsentLines } from "#lib/studies/opening/frozen-words.ts";

/** Handed in, withdrawn, or the study closed: no more answers are taken, and what a device still holds is told. */
export async function AfterThat({ viewer, place }: OwnPlace) {
  const { sitting, sending, way } = await getMessages();
  const { id, state, words, language } = place;
  const signInAddress = `/sign-in?as=participant&next=/sittings/${id}`;
  const cases = place.progress
    .filter(({ isPractice }) => !isPractice)
    .map(({ position, answer, revision }, i) => ({ position, answer, revision, place: i + 1 }));
  const kept = (
    <KeptAnswers sittingId={id} {...{ cases, signInAddress, questions: place.questions }} words={sending} />
  );
  const contact = findContact(listConsentLines(words), language);
  const toAsk = contact && (
    <ConsentLines
      lines={[{ field: "contact", said: contact.said }]}
      language={contact.language}
      words={sitting}
    />
  );
  const withdrawAddress = `/sittings/${id}/withdraw`;
  if (state === "submitted") {
    const returnCode = await getReturnCode(viewer, id);
    return (
      <div className="grid gap-8">
        {kept}
        <Debrief
          text={<Markdown text={words.debrief} lang={language} />}
          notes={language !== (await getLocale()) && <Callout>{sitting.otherLanguage}</Callout>}
          code={{ value: place.completionCode ?? "" }}
          returnAddress={returnCode && prolificReturn(returnCode)}
          score={await getOwnScore(viewer, id)}
          words={sitting}
          contact={contact}
          participantCode={viewer.handle}
          withdrawAddress={withdrawAddress}
        />
      </div>
    );
  }
  if (state === "started" && place.understanding === "failed") {
    const returnCode = await getReturnCode(viewer, id, "screenOut");
    return (
      <EndsHere words={sitting} returnAddress={returnCode && prolificReturn(returnCode)}>
        {toAsk}
        <div>
          <ButtonLink href={withdrawAddress}>{way.toWithdraw}</ButtonLink>
        </div>
      </EndsHere>
    );
  }
  const { own } = sitting;
  const isWithdrawn = state === "withdrawn";
  if (state === "started")
    return (
      <div className="grid gap-8">
        {kept}
        <Closed viewer={viewer} place={place} />
        {toAsk}
        <NamedCode code={viewer.handle} words={sitting} />
        <div>
          <ButtonLink href={withdrawAddress}>{way.toWithdraw}</ButtonLink>
        </div>
      </div>
    );
  const isErased = isWithdrawn && ((await getOwnSitting(viewer, id))?.isErased ?? false);
  return (
    <div className="grid gap-6">
      <PageTitle>{isWithdrawn ? own.withdrawnTitle : own.closedTitle}</PageTitle>
      <p>{isErased ? way.erased : isWithdrawn ? own.withdrawnBody : own.closedBody}</p>
      {kept}
      {!isErased && (
        <div>
          <ButtonLink href={withdrawAddress}>{isWithdrawn ? way.toErase : way.toWithdraw}</ButtonLink>
        </div>
      )}
    </div>
  );
}

/** The study closed before this person had finished. */
async function Closed({ viewer, place }: OwnPlace) {
  const { sitting } = await getMessages();
  const cases = place.progress.filter(({ isPractice }) => !isPractice);
  const stored = cases.filter(
    ({ answer }) => answer !== null && (answer.choice !== null || answer.cannotRead),
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
