import { nameWindow } from "#app/(staff)/window-names.ts";
import { getLocale, getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { ParticipantFrame } from "#components/shell/participant-frame.tsx";
import { formatPersonName } from "#components/shell/person-name.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { listParts } from "#lib/auth/review-scope.ts";
import { signInDays } from "#lib/auth/terms.ts";
import { listOwnSittings, type OwnSitting } from "#lib/sittings/queries.ts";
import { isRunning } from "#lib/studies/schema.ts";

export const generateMetadata = nameWindow((t) => t("participantHome.title"));

type Props = PageProps<"/sittings">;

export default function ReadingRoomPage(props: Props) {
  return (
    <ParticipantFrame>
      <ReadingRoom {...props} />
    </ParticipantFrame>
  );
}

async function ReadingRoom({ searchParams }: Props) {
  const viewer = await requireViewer("participant");
  const sittings = await listOwnSittings(viewer, await getLocale());
  const [one, another] = sittings.filter(isOngoing);
  // Who has just come in, and is in the middle of one thing, goes on with it.
  if (one && !another && (await searchParams).back) redirect(`/sittings/${one.id}?back=1`);
  const t = await getTranslations("participantHome");
  const queue = await getTranslations("queue");
  const reviews = (await listParts(viewer)).length;
  return (
    <div className="grid gap-10">
      <header className="grid gap-2">
        <h1 className="text-3xl font-semibold tracking-tight">{t("title")}</h1>
        <p className="text-ink-muted">{t("welcome", { name: await formatPersonName(viewer.name) })}</p>
      </header>
      {sittings.length > 0 ? (
        <ul role="list" className="grid gap-4">
          {sittings.map((sitting) => (
            <OwnStudy key={sitting.id} sitting={sitting} />
          ))}
        </ul>
      ) : reviews > 0 ? null : (
        <section className="grid gap-2" aria-labelledby="empty">
          <h2 id="empty" className="text-xl font-semibold">
            {t("emptyTitle")}
          </h2>
          <p>{t("emptyBody")}</p>
        </section>
      )}
      {reviews > 0 && (
        <section className="grid gap-3" aria-labelledby="reviews">
          <h2 id="reviews" className="text-xl font-semibold">
            {queue("title")}
          </h2>
          <p>{queue("linkBody", { count: reviews })}</p>
          <div>
            <ButtonLink href="/queue">{queue("link")}</ButtonLink>
          </div>
        </section>
      )}
      <section className="grid gap-3 border-t border-line pt-8" aria-labelledby="come-back">
        <h2 id="come-back" className="text-xl font-semibold">
          {t("comeBackTitle")}
        </h2>
        <p>{t("comeBackBody", { days: signInDays })}</p>
        <div>
          <ButtonLink href="/come-back">{t("account")}</ButtonLink>
        </div>
      </section>
    </div>
  );
}

const isOngoing = ({ state, study }: OwnSitting) =>
  (state === "started" && isRunning(study.state)) || (state === "consented" && study.state === "open");

async function OwnStudy({ sitting }: { sitting: OwnSitting }) {
  const t = await getTranslations("participantHome");
  const own = await getTranslations("sitting.own");
  const { id, study, state, language } = sitting;
  const isBegun = state === "started";
  const hasMore = isBegun || state === "consented";
  const ongoing = isOngoing(sitting);
  return (
    <li className="grid gap-3 rounded-lg border border-line bg-raised p-5 sm:p-6">
      <h2 lang={language} className="text-xl font-semibold">
        {study.title}
      </h2>
      <p className="text-ink-muted">
        {own(`states.${state}`)} {hasMore && !ongoing && t(study.state === "paused" ? "paused" : "closed")}
      </p>
      <div className="flex flex-wrap gap-3">
        {ongoing && (
          <ButtonLink href={`/sittings/${id}${isBegun ? "?back=1" : ""}`} variant="primary">
            {t(isBegun ? "goOn" : "begin")}
          </ButtonLink>
        )}
        {!(ongoing && !isBegun) && <ButtonLink href={`/sittings/${id}`}>{t("look")}</ButtonLink>}
      </div>
    </li>
  );
}
