import type { Metadata } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { HowItWorks } from "#app/(participant)/sittings/[sittingId]/(secondary)/how-it-works.tsx";
import { Ended } from "#app/(participant)/sittings/[sittingId]/(secondary)/ended.tsx";
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
import { sayForAll } from "#components/task-kinds/words.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { readNote } from "#lib/auth/secrets/noted-passphrase.ts";
import { absoluteUrl } from "#lib/auth/request/visitor.ts";
import { mustGiveCurrent } from "#lib/auth/secrets/own-secret.ts";
import { isFullFor } from "#lib/sittings/returning/queries.ts";
import { isRunning } from "#lib/studies/schema.ts";

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
  const { sitting, way } = sayForAll(place.kinds, await getMessages());
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
