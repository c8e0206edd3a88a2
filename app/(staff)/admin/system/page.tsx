import { getTranslations } from "next-intl/server";
import { FailedJobs, SilentCards, SystemArea } from "#components/system/system-area.tsx";
import {
  ProcessTable,
  BackupFacts,
  DatabaseFacts,
  DiskFacts,
  JobFacts,
  ServingFacts,
} from "#components/system/system-facts.tsx";
import { RemoveDemo } from "#components/demo/remove-demo.tsx";
import { ClientWords } from "#components/shell/client-words.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { PageHeader, Section } from "#components/ui/page-header.tsx";
import { requireViewer } from "#lib/auth/request/request.ts";
import { listSilentCards } from "#lib/cards/silent-queries.ts";
import { getDemoContents } from "#lib/demo/removal-queries.ts";
import { checkHealth } from "#lib/health/queries.ts";
import { listFailedJobs } from "#lib/jobs/queries.ts";
import { getSystem } from "#lib/monitoring/queries.ts";
import { areas, judge } from "#lib/monitoring/verdict.ts";
import { nameWindow } from "#app/(staff)/window-names.ts";

export const generateMetadata = nameWindow((t) => t("system.title"));

export default async function SystemPage() {
  const viewer = await requireViewer("admin");
  const [facts, health, failed, cards, demo] = await Promise.all([
    getSystem(viewer),
    checkHealth(),
    listFailedJobs(viewer, { limit: 5 }),
    listSilentCards(viewer),
    getDemoContents(viewer),
  ]);
  const t = await getTranslations("system");
  const now = new Date();
  const pending = health.migrations?.pending.length ?? 0;
  const reasons = judge(facts, { isReady: health.status === "ok", pending, silentCards: cards.length }, now);
  const looks = areas.filter((area) => reasons[area].length > 0).length;
  const migrations = { applied: health.migrations?.applied ?? 0, pending };
  return (
    <>
      <PageHeader title={t("title")} />
      <div className="grid gap-10">
        <Callout tone={looks === 0 ? "success" : "warning"} title={t("all", { looks })} />
        <SystemArea area="processes" reasons={reasons.processes}>
          <ProcessTable processes={facts.processes} now={now} />
        </SystemArea>
        <div className="grid items-start gap-x-12 gap-y-10 md:grid-cols-2 xl:grid-cols-3">
          <SystemArea area="serving" reasons={reasons.serving}>
            <ServingFacts facts={facts} version={health.version} migrations={migrations} />
          </SystemArea>
          <SystemArea area="database" reasons={reasons.database}>
            <DatabaseFacts database={facts.database} />
          </SystemArea>
          <SystemArea area="jobs" reasons={reasons.jobs}>
            <JobFacts facts={facts} />
            <FailedJobs jobs={failed} />
          </SystemArea>
          <SystemArea area="disk" reasons={reasons.disk}>
            {facts.disk && <DiskFacts disk={facts.disk} />}
          </SystemArea>
          <SystemArea area="backup" reasons={reasons.backup}>
            <BackupFacts at={facts.lastBackupAt} />
          </SystemArea>
          <SystemArea area="cards" reasons={reasons.cards}>
            <SilentCards cards={cards} />
          </SystemArea>
        </div>
        {demo && (
          <Section id="demo" title={t("demo")} className="grid gap-4 border-t border-line pt-8">
            <ClientWords of={["demo.remove", "shell"]}>
              <RemoveDemo {...demo} />
            </ClientWords>
          </Section>
        )}
      </div>
    </>
  );
}
