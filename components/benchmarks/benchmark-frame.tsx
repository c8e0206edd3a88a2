import { getTranslations } from "next-intl/server";
import Link from "next/link";
import type { ReactNode } from "react";
import { benchmarkPath, benchmarksPath, casesPath, importPath, runsPath } from "#lib/paths.ts";
import { Badge } from "#components/ui/badge.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { TabLinks } from "#components/ui/tab-links.tsx";

const rooms = { overview: benchmarkPath, cases: casesPath, runs: runsPath, import: importPath } as const;
export type Room = keyof typeof rooms;

type Props = {
  benchmark: { slug: string; name: string; isDemo: boolean };
  room: Room;
  title: string;
  intro?: ReactNode;
  actions?: ReactNode;
  /** On pages below a room, the way back to it. */
  below?: boolean;
  children: ReactNode;
};

/** Where one is, and the rooms of a benchmark. */
export async function BenchmarkFrame({ benchmark, room, title, intro, actions, below, children }: Props) {
  const t = await getTranslations("benchmarks");
  const link = "text-accent underline";
  return (
    <>
      <nav aria-label={t("frame.path")} className="mb-4 flex min-w-0 flex-wrap items-center gap-x-2">
        <Link href={benchmarksPath} className={link}>
          {t("title")}
        </Link>
        {(room !== "overview" || below) && (
          <>
            <span aria-hidden>/</span>
            <Link href={benchmarkPath(benchmark.slug)} className={`${link} min-w-0 wrap-anywhere`}>
              <bdi>{benchmark.name}</bdi>
            </Link>
          </>
        )}
        {below && room !== "overview" && (
          <>
            <span aria-hidden>/</span>
            <Link href={rooms[room](benchmark.slug)} className={link}>
              {t(`frame.rooms.${room}`)}
            </Link>
          </>
        )}
        {benchmark.isDemo && <Badge tone="info">{t("demo")}</Badge>}
      </nav>
      <PageHeader title={title} intro={intro} actions={actions} />
      {!below && (
        <div className="mb-8">
          <TabLinks
            label={t("frame.label")}
            items={(Object.keys(rooms) as Room[]).map((one) => ({
              href: rooms[one](benchmark.slug),
              label: t(`frame.rooms.${one}`),
              current: one === room,
            }))}
          />
        </div>
      )}
      {children}
    </>
  );
}
