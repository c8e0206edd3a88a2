import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { projectRoot } from "#scripts/project.ts";
import { MetricsCollector, RestartBackoff, Service } from "#scripts/supervise/service.ts";

test("processes of one supervisor tell it their numbers, and get everybody’s from it; one that was started again is counted", async () => {
  const gathering = new MetricsCollector();
  const serviceOf = (name: string) =>
    new Service({
      name,
      args: ["--conditions=react-server", path.join(projectRoot, "scripts/testing/telling.ts")],
      env: () => ({ ...process.env, NODE_OPTIONS: "" }),
      backoff: new RestartBackoff(() => {}),
      gathering,
      deadlineSeconds: null,
    });
  const services = ["web", "worker"].map(serviceOf);
  onTestFinished(() => services.forEach((service) => service.kill()));
  gathering.listen(services);
  for (const service of services) service.start();
  const valueOf = async (series: string) => {
    const line = (await gathering.write()).split("\n").find((one) => one.startsWith(`${series} `));
    return Number(line?.split(" ").at(-1));
  };
  for (const name of ["web", "worker"]) {
    await expect.poll(() => valueOf(`gathered{process="${name}"}`)).toBeGreaterThan(0);
    await expect.poll(() => valueOf(`benchside_process_up{of="${name}",process="supervisor"}`)).toBe(1);
  }
  await services[1]?.restart();
  expect(await valueOf('benchside_process_starts_total{of="worker",process="supervisor"}')).toBe(2);
  await services[0]?.stop();
  expect(await valueOf('benchside_process_up{of="web",process="supervisor"}')).toBe(0);
});
