import type { Metadata } from "next";
import { getFormatter, getLocale, getMessages, getTranslations } from "next-intl/server";
import { cache } from "react";
import { LostSitting } from "#components/doors/lost-sitting.tsx";
import { proofWords } from "#components/doors/proof-words.ts";
import { formatPersonName } from "#components/shell/person-name.ts";
import { JoinProblem, type JoinObstacle } from "#components/sitting/entry/join-problem.tsx";
import { NextPersonForm } from "#components/sitting/finish/next-person-form.tsx";
import { PageTitle } from "#components/sitting/page-title.tsx";
import { ReturnForm } from "#components/sitting/entry/return-form.tsx";
import { Welcome } from "#components/sitting/entry/welcome.tsx";
import { ButtonLink } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Markdown } from "#components/ui/markdown/markdown.tsx";
import { getViewer } from "#lib/auth/request/request.ts";
import { readKnownDevice } from "#lib/auth/sign-in/device-cookie.ts";
import {
  findLostByCode,
  type SittingEnd,
  findSittingByCode,
  getOwnEnding,
  inspectReturn,
} from "#lib/sittings/returning/queries.ts";
import type { ReturnQuestion } from "#lib/sittings/returning/returning.ts";
import { randomUUID } from "node:crypto";
import { joinAddress, prolificReturn, readArrival, type Arrival } from "#components/sitting/entry/arrival.ts";
import { ConsentForm } from "#components/sitting/entry/consent-form.tsx";
import { fill } from "#components/sitting/words.ts";
import { listConsentLines } from "#lib/studies/opening/frozen-words.ts";
import { hasRole } from "#lib/auth/viewer.ts";
import type { Locale } from "#lib/i18n/locale.ts";
import { inspectInvitation, type InvitationDetails, getServiceCode } from "#lib/invitations/queries.ts";
import { readStudyText, type StudyText } from "#lib/sittings/queries.ts";

export async function generateMetadata(props: PageProps<"/join/[code]">): Promise<Metadata> {
  const opened = await openInvitation((await props.params).code, await props.searchParams);
  const t = await getTranslations();
  switch (opened.kind) {
    case "obstacle":
      return { title: t(`join.problems.${opened.problem}.title`) };
    case "begun":
      return { title: t(opened.ended ? `join.ended.${opened.ended.state}.title` : "join.returning.title") };
    case "back":
      return { title: t(opened.ended ? `join.ended.${opened.ended.state}.title` : "way.welcomeBack.title") };
    case "new":
      return { title: opened.text.words.title };
  }
}

async function LostHere({ code, mayBeOther }: { code: string; mayBeOther?: boolean }) {
  const lost = await findLostByCode(code, await readKnownDevice());
  return lost && <LostSitting {...lost} mayBeOther={mayBeOther} />;
}

/**
 * The first page of a link: what the study is, and what one agrees to. Opening it stores nothing: previews of links and scanners
 * of mail come here too.
 */
export default async function JoinPage({ params, searchParams }: PageProps<"/join/[code]">) {
  const { code } = await params;
  const locale = await getLocale();
  const opened = await openInvitation(code, await searchParams);
  switch (opened.kind) {
    case "obstacle":
      return (
        <>
          <JoinProblem {...opened} />
          <LostHere code={code} />
        </>
      );
    case "begun":
      return <AlreadyBegun code={code} {...opened} />;
    case "back":
      return <LedBack code={code} {...opened} />;
  }
  const t = await getTranslations("join");
  const { sitting, way } = await getMessages();
  const viewer = await getViewer();
  const { invited, text } = opened;
  const { cases, practice, questions, languages, study } = invited;
  return (
    <Welcome
      title={text.words.title}
      text={<Markdown text={text.words.welcome} lang={text.language} />}
      language={text.language}
      facts={{
        cases,
        practice,
        languages,
        limitMinutes: questions.timeLimitMinutes,
        payment: text.words.ethics?.payment ?? null,
      }}
      reader={locale}
      words={sitting}
      notes={
        <>
          <LostHere code={code} mayBeOther />
          {text.language !== locale && <Callout>{sitting.otherLanguage}</Callout>}
          {study.isDemo && <Callout>{t("demo")}</Callout>}
          {invited.recruitment === "prolific" && <Callout>{t("fromProlific")}</Callout>}
          {viewer && (
            <Callout tone="warning">
              {t("otherPerson", { name: await formatPersonName(viewer.name) })}
            </Callout>
          )}
        </>
      }
    >
      <Consenting code={code} {...opened} />
      {invited.recruitment === "open_link" && !viewer && (
        <p className="text-base text-ink-muted">
          {way.begunBefore}{" "}
          <a href="/sign-in?as=participant" className="text-accent underline">
            {t("toSignIn")}
          </a>
        </p>
      )}
    </Welcome>
  );
}

async function AlreadyBegun({ code, sittingId, ended, isShared }: StateProps<"begun">) {
  const t = await getTranslations("join");
  const { way } = await getMessages();
  return (
    <div className="grid gap-8">
      <div className="grid gap-6">
        {ended ? (
          <EndedTitle {...ended} />
        ) : (
          <>
            <PageTitle>{t("returning.title")}</PageTitle>
            <p>{t("returning.body")}</p>
          </>
        )}
        <div>
          <ButtonLink href={`/sittings/${sittingId}?back=1`} variant="primary">
            {t(ended ? `ended.${ended.state}.look` : "returning.goOn")}
          </ButtonLink>
        </div>
      </div>
      {isShared && <NextPersonForm code={code} words={way.another} />}
    </div>
  );
}

/** What a link says of a sitting that is over: its state, and nothing of what was answered. */
async function EndedTitle({ state, at }: SittingEnd) {
  const t = await getTranslations(`join.ended.${state}`);
  const format = await getFormatter();
  return (
    <>
      <PageTitle>{t("title")}</PageTitle>
      <p>{at ? t("on", { date: format.dateTime(at, { dateStyle: "long" }) }) : t("body")}</p>
    </>
  );
}

const bodies = { nothing: "body", passphrase: "bodyPassphrase", new_link: "bodyLink" } as const;

async function LedBack({ code, pid, asks, ended }: StateProps<"back">) {
  const t = await getTranslations("way.welcomeBack");
  const join = await getTranslations("join");
  const { way } = await getMessages();
  const viewer = await getViewer();
  const words = { ...way.welcomeBack, proof: await proofWords() };
  return (
    <div className="grid gap-6">
      {ended ? <EndedTitle {...ended} /> : <PageTitle>{t("title")}</PageTitle>}
      {viewer && (
        <Callout tone="warning">{t("other", { name: await formatPersonName(viewer.name) })}</Callout>
      )}
      <p>{ended ? join("ended.notYou") : t(bodies[asks])}</p>
      {asks !== "new_link" && (
        <ReturnForm
          code={code}
          pid={pid}
          asksPassphrase={asks === "passphrase"}
          words={ended ? { ...words, goOn: join(`ended.${ended.state}.look`) } : words}
          refusals={{ unreached: way.unreached, busy: way.busy, new_link: t("bodyLink"), other: t("gone") }}
        />
      )}
      {ended && (
        <p>
          <a href="/sign-in?as=participant" className="text-accent underline">
            {join("toSignIn")}
          </a>
        </p>
      )}
    </div>
  );
}

/** What one agrees to. Nothing is stored before. */
async function Consenting({ code, text: { words, language }, invited, arrival }: StateProps<"new">) {
  const { join, sitting, way } = await getMessages();
  const refusals = Object.entries(join.problems).map(([problem, { title, body }]) => [
    problem,
    fill(join.problem, { title, body }),
  ]);
  return (
    <ConsentForm
      text={<Markdown text={words.consent} lang={language} under={2} />}
      // What is paid stands at the top already.
      lines={listConsentLines(words).filter(({ field }) => field !== "payment")}
      ticks={words.ticks}
      language={language}
      words={{ consent: sitting.consent }}
      given={{
        code,
        language,
        form: randomUUID(),
        ...(invited.recruitment === "prolific" ? arrival.prolific : {}),
      }}
      declineAddress={joinAddress(code, "/declined", arrival)}
      refusals={{
        ...Object.fromEntries(refusals),
        unticked: sitting.consent.unticked,
        unreached: way.unreached,
        busy: way.busy,
        other: sitting.own.errors.other,
      }}
    />
  );
}

type JoinState = { arrival: Arrival } & (
  | { kind: "obstacle"; problem: JoinObstacle; returnAddress: string | null }
  /** The person in front has begun, and is signed in still. */
  | { kind: "begun"; sittingId: string; ended: SittingEnd | null; isShared: boolean }
  /** Whoever this link was sent to has begun, and is led back for what is asked of them. */
  | { kind: "back"; pid: string | null; asks: ReturnQuestion; ended: SittingEnd | null }
  | { kind: "new"; invited: InvitationDetails; text: StudyText }
);
type StateProps<Kind extends JoinState["kind"]> = Extract<JoinState, { kind: Kind }> & { code: string };

// From these nothing comes any more, but for who has begun already.
const isOver: readonly JoinObstacle[] = ["full", "used", "closed", "paused"];

type Query = Parameters<typeof readArrival>[0];

/** What all pages of an invitation begin with: how it stands, and the words in the reader's language if they exist. */
const openInvitation = async (code: string, query: Query): Promise<JoinState> =>
  open(code, JSON.stringify(query), await getLocale());

// Asked once a request: its page and its title both want it.
const open = cache(async (code: string, query: string, locale: Locale): Promise<JoinState> => {
  const arrival = readArrival(JSON.parse(query) as Query);
  const pid = arrival.prolific?.pid ?? null;
  const found = await inspectInvitation(code);
  const begun = await findOwn(code, pid);
  if (begun) {
    const isShared = found.ok && found.value.recruitment === "open_link" && found.value.problem === null;
    return { arrival, kind: "begun", ...begun, isShared };
  }
  const stop = (problem: JoinObstacle, returnCode: string | null = null): JoinState => ({
    arrival,
    kind: "obstacle",
    problem,
    returnAddress: returnCode && prolificReturn(returnCode),
  });
  if (!found.ok) return stop(found.error);
  const invited = found.value;
  // A link for everybody leads nobody back.
  const isPlain = invited.recruitment === "open_link" && invited.hasFreeCell;
  const { asks, ended, isFull } = isPlain
    ? { asks: null, ended: null, isFull: false }
    : await inspectReturn(code, pid, await readKnownDevice());
  if (asks) return { arrival, kind: "back", pid, asks, ended };
  const problem = invited.problem ?? (isFull ? "full" : null);
  if (problem)
    return stop(problem, pid && isOver.includes(problem) ? await getServiceCode(code, "screenOut") : null);
  if (invited.recruitment === "prolific" && !pid) return stop("prolific_missing");
  const text = invited.texts.find(({ language }) => language === locale) ?? invited.texts[0];
  return text ? { arrival, kind: "new", invited, text: await readStudyText(text.id) } : stop("not_open");
});

async function findOwn(code: string, pid: string | null) {
  const viewer = await getViewer();
  if (!viewer || !hasRole(viewer, ["participant"])) return null;
  const sittingId = await findSittingByCode(viewer, code, pid);
  return sittingId === null ? null : { sittingId, ended: await getOwnEnding(viewer, sittingId) };
}
