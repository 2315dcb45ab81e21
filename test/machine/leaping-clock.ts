// Loaded with --import: whenever a process looks at the clock, three seconds have passed. So what
// is told now and then is told each time, however fast the machine is.
const LEAP_MS = 3_000;
const wall = Date.now;
let passed_ms = 0;
Date.now = () => {
  passed_ms += LEAP_MS;
  return wall() + passed_ms;
};
