import { prepareInstance } from "#e2e/support/instance.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";
import { thorough } from "#lib/testing/thorough.ts";
import { findQuietPort } from "#scripts/process/ports.ts";

type Instance = Awaited<ReturnType<typeof prepareInstance>>;

async function withInstance(env: Record<string, string>, run: (instance: Instance) => Promise<void>) {
  const instance = await prepareInstance(env);
  try {
    await run(instance);
  } finally {
    await instance.clear();
  }
}

const linksIn = (said: string) =>
  [...said.matchAll(/^ *(\w+) {2}(http:\S+\/(?:enter|join)\/\S+)$/gm)].map((found) => found[1]);

const linkIn = (said: string, role: string) =>
  new RegExp(`${role} {2}http://[^/]+(/\\S+)`).exec(said)?.[1] ?? "";

test("a first start prints a link for each role, and SIGTERM ends all of it", async () => {
  await withInstance({}, async (instance) => {
    const said = await instance.start();
    expect(linksIn(said)).toEqual(["admin", "researcher", "participant"]);
    // Whoever finds it healthy finds them there.
    expect(said).toMatch(
      /^links {5}open [^]*\n {2}admin {2}http.*\n.*\n {2}participant {2}.*\n\n[^]*^ready /m,
    );
    expect((await fetch(instance.url + linkIn(said, "admin"))).status).toBe(200);
    const study = await fetch(instance.url + linkIn(said, "participant"));
    expect(await study.text()).toContain("Who is speaking?");
    instance.signal("SIGTERM");
    expect(await instance.ended()).toBe(0);
    expect(instance.remains()).toEqual([]);
  });
});

thorough(
  "one scrape has the numbers of all processes, and a web process that is killed comes back and is counted",
  async () => {
    const metricsPort = await findQuietPort();
    await withInstance({ BENCHSIDE_DEMO: "0", METRICS_PORT: String(metricsPort) }, async (instance) => {
      await instance.start();
      const scrape = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      const valueOf = (text: string, series: string) =>
        Number(
          text
            .split("\n")
            .find((line) => line.startsWith(`${series} `))
            ?.split(" ")
            .at(-1),
        );
      // The worker may come up later than what it works for.
      let first = "";
      const processes = ["web", "worker", "supervisor"];
      const areTold = async () => {
        first = await scrape();
        return processes.filter((name) => first.includes(`process_resident_memory_bytes{process="${name}"}`));
      };
      await expect.poll(areTold).toEqual(processes);
      expect(valueOf(first, "benchside_database_up")).toBe(1);

      const killed = instance.pidOf("serve.ts");
      if (!killed) throw new Error("there is no web process");
      process.kill(killed, "SIGKILL");
      await expect.poll(instance.isHealthy).toBe(true);
      const series = 'benchside_process_starts_total{of="web",process="supervisor"}';
      await expect.poll(async () => valueOf(await scrape(), series)).toBe(2);
    });
  },
);

thorough("a port that is taken is named", async () => {
  const { databaseUrl, ownerUrl, port } = product;
  const env = {
    DATABASE_URL: databaseUrl,
    DATABASE_OWNER_URL: ownerUrl,
    DATABASE_ACCEPTED_RISKS: "fsync,full_page_writes",
    PORT: String(port),
  };
  await withInstance(env, async (instance) => {
    await expect(instance.start()).rejects.toThrow(`PORT ${port} on 127.0.0.1 is in use`);
  });
});

test("a database that would lose what was confirmed is refused by name", async () => {
  const env = { DATABASE_URL: product.databaseUrl, DATABASE_OWNER_URL: product.ownerUrl };
  await withInstance(env, async (instance) => {
    await expect(instance.start()).rejects.toThrow(
      /the database: fsync is off, .*DATABASE_ACCEPTED_RISKS=fsync/,
    );
  });
});

thorough(
  "each process that is killed comes back; when the one above all is, the rest ends and nothing is lost; a second start prints no link, and SIGTERM ends all of it",
  async () => {
    await withInstance({ BENCHSIDE_DEMO: "0" }, async (instance) => {
      const said = await instance.start();
      expect(linksIn(said)).toEqual(["admin"]);
      const link = instance.url + linkIn(said, "admin");
      const expectEverything = async () =>
        expect(await (await fetch(link)).text()).toContain("You are about to sign in as Admin");
      const processes = [() => instance.pidOf("serve.ts"), () => instance.pidOf("worker.ts")];
      const kill = async (finds: (() => number | undefined)[]) => {
        const before = finds.map((find) => find());
        if (before.includes(undefined)) throw new Error("a process is missing");
        for (const pid of before) process.kill(pid ?? 0, "SIGKILL");
        const isBack = (find: () => number | undefined) => ![undefined, ...before].includes(find());
        await expect.poll(() => finds.every(isBack)).toBe(true);
        await expect.poll(instance.isHealthy).toBe(true);
      };
      await kill([...processes, instance.databasePid]);
      await expectEverything();

      const supervisor = instance.pidOf("scripts/start.ts");
      if (!supervisor) throw new Error("there is no supervisor");
      process.kill(supervisor, "SIGKILL");
      await expect.poll(() => instance.remains().length).toBe(0);
      const again = await instance.start();
      expect(linksIn(again)).toEqual([]);
      expect(again).not.toContain("in a browser");
      await expectEverything();

      instance.signal("SIGTERM");
      expect(await instance.ended()).toBe(0);
      expect(instance.remains()).toEqual([]);
    });
  },
);
