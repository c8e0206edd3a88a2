import type { Metadata } from "next";
import { getMessages, getTranslations, getLocale } from "next-intl/server";
import { redirect } from "next/navigation";
import { HowItWorks } from "#app/(participant)/sittings/[sittingId]/(secondary)/how-it-works.tsx";
import {
  isToHandIn,
  type OwnPlace,
  requireOwnPlace,
  whereToGoOn,
} from "#app/(participant)/sittings/[sittingId]/own-place.ts";
import { BeginForm } from "#components/sitting/entry/begin-form.tsx";
import { OwnCode } from "#components/sitting/entry/own-code.tsx";
import { LaterDeviceState } from "#components/sitting/device/later-device-state.tsx";
import { PageTitle } from "#components/sitting/page-title.tsx";
import { messagesForAll, messagesFor } from "#components/task-kinds/words.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { readNote } from "#lib/auth/secrets/noted-passphrase.ts";
import { absoluteUrl } from "#lib/auth/request/visitor.ts";
import { mustGiveCurrent } from "#lib/auth/secrets/own-secret.ts";
import { isFullFor } from "#lib/sittings/returning/queries.ts";
import { isRunning } from "#lib/studies/schema.ts";
import { prolificReturn } from "#components/sitting/entry/arrival.ts";
import { ClosedOn } from "#components/sitting/finish/closed-on.tsx";
import { ConsentLines } from "#components/sitting/entry/consent-lines.tsx";
import { CopyNote } from "#components/sitting/device/copy-note.tsx";
import { Debrief, formatScore } from "#components/sitting/finish/debrief.tsx";
import { LaterKeptAnswers } from "#components/sitting/device/later-kept-answers.tsx";
import { EndsHere } from "#components/sitting/entry/misunderstood.tsx";
import { NamedCode } from "#components/sitting/finish/named-code.tsx";
import { Markdown } from "#components/ui/markdown/markdown.tsx";
import { listOtherDevices } from "#lib/auth/sign-in/sign-ins.ts";
import { kindOf } from "#lib/task-kinds/registry.ts";
import { getReturnCode } from "#lib/invitations/queries.ts";
import { getOwnScore } from "#lib/sittings/serving/case-queries.ts";
import { getOwnSitting } from "#lib/sittings/queries.ts";
import { findContact, listConsentLines } from "#lib/studies/opening/frozen-words.ts";

type Props = PageProps<"/sittings/[sittingId]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { place } = await requireOwnPlace(params);
  if (place.state === "submitted") return { title: (await getTranslations("sitting.debrief"))("title") };
  return { title: (await getTranslations("sitting.own"))("toStart") };
}

/** Where one stands: before the first case, with all there is to read before it, in the middle, or at the end. */
export default async function SittingPage({ params, searchParams }: Props) {
  const { viewer, place } = await requireOwnPlace(params);
  const { state } = place;
  const isBegun = state === "started";
  const isFailed = place.understanding === "failed" && isBegun;
  if (isFailed || !isRunning(place.study) || (!isBegun && state !== "consented"))
    return <Ended viewer={viewer} place={place} />;
  if (isBegun && (await searchParams).back) redirect(whereToGoOn(place));
  return isBegun ? <Begun viewer={viewer} place={place} /> : <ToBegin viewer={viewer} place={place} />;
}

async function Begun({ viewer, place }: OwnPlace) {
  const { sitting, answering, sending } = await getMessages();
  const { own } = sitting;
  const end = place.msLeft === 0 ? answering.toHandIn : own.allAnswered;
  const way = isToHandIn(place) ? end : sitting.goOn;
  const [goOn, instructions] = [whereToGoOn(place), `/sittings/${place.id}/instructions`];
  return (
    <div className="grid gap-8">
      <PageTitle language={place.language}>{place.words.title}</PageTitle>
      <div className="grid gap-2">
        <p>{own.begun}</p>
        <LaterDeviceState
          sittingId={place.id}
          cases={place.progress
            .filter(({ isPractice }) => !isPractice)
            .map(({ position, asked, answer, revision }) => ({ position, asked, answer, revision }))}
          questions={place.questions}
          words={sending}
          signInAddress={`/sign-in?as=participant&next=/sittings/${place.id}`}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={goOn} variant="primary">
          {goOn === instructions ? own.instructions : way}
        </ButtonLink>
        {goOn !== instructions && <ButtonLink href={instructions}>{own.instructions}</ButtonLink>}
      </div>
      <Code viewer={viewer} place={place} passphrase={null} />
      <MayWithdraw sittingId={place.id} />
    </div>
  );
}

async function ToBegin({ viewer, place }: OwnPlace) {
  const { id, language } = place;
  const { sitting, way } = messagesForAll(place.kinds, await getMessages());
  const { own, comprehension } = sitting;
  const isPaused = place.study === "paused";
  const isFull = !place.hasFreeCell && (await isFullFor(viewer, id));
  const obstacle = isPaused ? way.paused : isFull ? way.full : null;
  return (
    <div className="grid gap-10">
      <PageTitle language={language}>{place.words.title}</PageTitle>
      <HowItWorks place={place} under />
      <Code viewer={viewer} place={place} passphrase={await readNote(viewer)} />
      {obstacle === null ? (
        <BeginForm
          sittingId={id}
          questions={place.questions.background}
          mayBeUnsaid={place.questions.preferNotToSay}
          language={language}
          words={{
            background: sitting.background,
            extra: sitting.extra,
            goOn: place.understanding === "open" ? comprehension.toQuestions : own.start,
            optional: sitting.optional,
            own,
          }}
          unreached={way.unreached}
        />
      ) : (
        <Callout tone="warning">{obstacle}</Callout>
      )}
    </div>
  );
}

/** What one comes back with. */
async function Code({ viewer, place, passphrase }: OwnPlace & { passphrase: string | null }) {
  const { own } = (await getMessages()).sitting;
  return (
    <OwnCode
      title={place.words.title}
      language={place.language}
      handle={viewer.handle}
      hasSecret={viewer.hasSecret}
      asksCurrent={await mustGiveCurrent(viewer)}
      passphrase={passphrase}
      address={await absoluteUrl("/sign-in?as=participant")}
      words={own}
    />
  );
}

async function MayWithdraw({ sittingId }: { sittingId: string }) {
  const { way } = await getMessages();
  return (
    <p className="border-t border-line pt-6 text-base text-ink-muted">
      {way.mayWithdraw}{" "}
      <a href={`/sittings/${sittingId}/withdraw`} className="inline-block py-1 text-accent underline">
        {way.toWithdraw}
      </a>
    </p>
  );
}

/** Handed in, withdrawn, or the study closed: no more answers are taken, and what a device still holds is told. */
function Ended({ viewer, place }: OwnPlace) {
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
  const { sitting, sending } = messagesForAll(place.kinds, messages);
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
        scores={scores.map((score) => formatScore(messagesFor(score.kind, messages).sitting, score))}
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
  const wordsOf = Object.fromEntries(kinds.map((kind) => [kind, messagesFor(kind, messages).sending]));
  const signInAddress = `/sign-in?as=participant&next=/sittings/${id}`;
  const cases = place.progress
    .filter(({ isPractice }) => !isPractice)
    .map(({ position, asked, answer, revision }, i) => ({ position, asked, answer, revision, place: i + 1 }));
  const { sending } = messagesForAll(kinds, messages);
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
