/** What this process has worked so far, in milliseconds: for bounds that must not depend on who else is at work. */
export const cpuMilliseconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
