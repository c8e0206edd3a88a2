import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ButtonLink } from "#components/ui/button.tsx";
import { requireViewer } from "#lib/auth/request.ts";
import { signInDays } from "#lib/auth/schema.ts";
import { listOwnSittings } from "#lib/sittings/queries.ts";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("participantHome");
  return { title: t("title") };
}

export default async function ReadingRoom() {
  const viewer = await requireViewer("participant");
  const sittings = await listOwnSittings(viewer);
  const t = await getTranslations("participantHome");
  const own = await getTranslations("sitting.own");
  return (
    <div className="grid gap-10">
      <header className="grid gap-2">
        <h1 className="text-3xl font-semibold tracking-tight">{t("title")}</h1>
        <p className="text-ink-muted">{t("welcome", { name: viewer.name })}</p>
      </header>
      {sittings.length > 0 ? (
        <ul role="list" className="grid gap-4">
          {sittings.map(({ id, study, state }) => (
            <li key={id} className="grid gap-2 rounded-lg border border-line bg-raised p-5">
              <h2 className="text-xl font-semibold">{study.title}</h2>
              <p className="text-ink-muted">{own(`states.${state}`)}</p>
              <div>
                <ButtonLink
                  href={`/sittings/${id}`}
                  variant={state === "consented" || state === "started" ? "primary" : "secondary"}
                >
                  {own("toStart")}
                </ButtonLink>
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <section className="grid gap-2" aria-labelledby="empty">
          <h2 id="empty" className="text-xl font-semibold">
            {t("emptyTitle")}
          </h2>
          <p>{t("emptyBody")}</p>
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
