import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { Code, HowItWorks } from "#app/(participant)/sittings/[sittingId]/(secondary)/shared-parts.tsx";
import {
  isToHandIn,
  listCounting,
  type OwnPlace,
  requireOwnPlace,
  whereToGoOn,
} from "#app/(participant)/sittings/[sittingId]/own-place.ts";
import { CopyNote } from "#components/sitting/device/copy-note.tsx";
import { LaterDeviceState } from "#components/sitting/device/later-device-state.tsx";
import { LaterKeptAnswers } from "#components/sitting/device/later-kept-answers.tsx";
import { prolificReturn } from "#components/sitting/entry/arrival.ts";
import { BeginForm } from "#components/sitting/entry/begin-form.tsx";
import { EndsHere } from "#components/sitting/entry/ends.tsx";
import { EndCode, NamedCode } from "#components/sitting/finish/codes.tsx";
import { Contact, Debrief, formatScore } from "#components/sitting/finish/debrief.tsx";
import { PageTitle } from "#components/sitting/page-title.tsx";
import { fill } from "#components/sitting/words.ts";
import { messagesFor, messagesForAll } from "#components/task-kinds/words.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Markdown } from "#components/ui/markdown/markdown.tsx";
import { readNote } from "#lib/auth/secrets/noted-passphrase.ts";
import { listOtherDevices } from "#lib/auth/sign-in/sign-ins.ts";
import { getReturnCode } from "#lib/invitations/queries.ts";
import { kindOf } from "#lib/task-kinds/registry.ts";
import { getOwnScore } from "#lib/sittings/serving/case-queries.ts";
import { getOwnSitting } from "#lib/sittings/queries.ts";
import { isFullFor } from "#lib/sittings/returning/queries.ts";
import { findContact, listConsentLines } from "#lib/studies/opening/frozen-words.ts";
import { isRunning } from "#lib/studies/schema.ts";

type Props = PageProps<"/sittings/[sittingId]">;

export async function generateMetadata({ params }: Props) {
  const { place } = await requireOwnPlace(params);
  const t = await getTranslations("sitting");
  return { title: t(place.state === "submitted" ? "debrief.title" : "own.toStart") };
}

/** Where one stands: before the first case, with all there is to read before it, in the middle, or at the end. */
export default async function SittingPage({ params, searchParams }: Props) {
  const own = await requireOwnPlace(params);
  const { state, study, understanding } = own.place;
  if (state === "submitted") return <Submitted {...own} />;
  if (state === "withdrawn" || (state === "consented" && !isRunning(study)))
    return <WithdrawnOrClosed {...own} />;
  if (state === "consented") return <ToBegin {...own} />;
  if (understanding === "failed") return <Misunderstood {...own} />;
  if (!isRunning(study)) return <ClosedMeanwhile {...own} />;
  if ((await searchParams).back) redirect(whereToGoOn(own.place));
  return <Begun {...own} />;
}

async function Begun({ viewer, place }: OwnPlace) {
  const { sitting, answering, sending, way } = await getMessages();
  const { own } = sitting;
  const end = place.msLeft === 0 ? answering.toHandIn : own.allAnswered;
  const onward = isToHandIn(place) ? end : sitting.goOn;
  const [goOn, instructions] = [whereToGoOn(place), `/sittings/${place.id}/instructions`];
  return (
    <div className="grid gap-8">
      <PageTitle language={place.language}>{place.words.title}</PageTitle>
      <div className="grid gap-2">
        <p>{own.begun}</p>
        <LaterDeviceState
          sittingId={place.id}
          cases={listCounting(place)}
          questions={place.questions}
          words={sending}
          signInAddress={signInAddressOf(place)}
        />
      </div>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={goOn} variant="primary">
          {goOn === instructions ? own.instructions : onward}
        </ButtonLink>
        {goOn !== instructions && <ButtonLink href={instructions}>{own.instructions}</ButtonLink>}
      </div>
      <Code viewer={viewer} place={place} passphrase={null} />
      <p className="border-t border-line pt-6 text-base text-ink-muted">
        {way.mayWithdraw}{" "}
        <a href={withdrawAddressOf(place)} className="inline-block py-1 text-accent underline">
          {way.toWithdraw}
        </a>
      </p>
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

const contactOf = ({ words, language }: OwnPlace["place"]) => findContact(listConsentLines(words), language);
const withdrawAddressOf = ({ id }: OwnPlace["place"]) => `/sittings/${id}/withdraw`;
const signInAddressOf = ({ id }: OwnPlace["place"]) => `/sign-in?as=participant&next=/sittings/${id}`;
async function returnAddressOf(...asked: Parameters<typeof getReturnCode>): Promise<string | null> {
  const code = await getReturnCode(...asked);
  return code && prolificReturn(code);
}

async function Submitted({ viewer, place }: OwnPlace) {
  const messages = await getMessages();
  const { sitting, sending } = messagesForAll(place.kinds, messages);
  const { copies, forgetCopies, copiesGone } = sending;
  const { id, words, language } = place;
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
        returnAddress={await returnAddressOf(viewer, id)}
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
  return (
    <EndsHere words={sitting} returnAddress={await returnAddressOf(viewer, place.id, "screenOut")}>
      <Contact contact={contactOf(place)} words={sitting} />
      <ToWithdraw place={place} />
    </EndsHere>
  );
}

/** In the middle of a study that has closed: how much is stored, what shows it, and what it was about. */
async function ClosedMeanwhile({ viewer, place }: OwnPlace) {
  const { sitting } = await getMessages();
  const { own, debrief, copy } = sitting;
  const cases = listCounting(place);
  const done = cases.filter(
    ({ answer, asked }) =>
      answer !== null && (kindOf(asked.kind).decide(answer) !== null || answer.cannotRead),
  ).length;
  return (
    <div className="grid gap-8">
      <Kept place={place} />
      <PageTitle>{own.closedTitle}</PageTitle>
      <p>
        {own.closedBody} {fill(own.closedStored, { done, count: cases.length })}
      </p>
      {place.partialCode && (
        <EndCode
          title={own.partialCode}
          value={place.partialCode}
          hint={own.partialHint}
          returnAddress={await returnAddressOf(viewer, place.id, "screenOut")}
          toService={debrief.toProlific}
          copy={copy}
        />
      )}
      <section aria-labelledby="debrief" className="grid gap-4">
        <h2 id="debrief" className="text-xl font-semibold">
          {own.aboutStudy}
        </h2>
        <Markdown text={place.words.debrief} lang={place.language} under={2} />
      </section>
      <Contact contact={contactOf(place)} words={sitting} />
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
      {!isErased && <ToWithdraw place={place} />}
    </div>
  );
}

/** Answers that the device still holds. */
async function Kept({ place }: Pick<OwnPlace, "place">) {
  const { id, questions, kinds } = place;
  const messages = await getMessages();
  return (
    <LaterKeptAnswers
      sittingId={id}
      cases={listCounting(place)}
      signInAddress={signInAddressOf(place)}
      questions={questions}
      wordsOf={Object.fromEntries(kinds.map((kind) => [kind, messagesFor(kind, messages).sending]))}
      words={messagesForAll(kinds, messages).sending}
    />
  );
}

async function ToWithdraw({ place }: Pick<OwnPlace, "place">) {
  const { way } = await getMessages();
  return (
    <div>
      <ButtonLink href={withdrawAddressOf(place)}>
        {place.state === "withdrawn" ? way.toErase : way.toWithdraw}
      </ButtonLink>
    </div>
  );
}
