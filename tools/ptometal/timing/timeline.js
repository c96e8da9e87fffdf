// SPDX-License-Identifier: Apache-2.0
//
// The page of `ptometal run --timeline`: lanes of pipes under their cores, drawn from the JSON in the page
// (timeline.py says what it has). The view is a range of cycles; all that is seen is drawn anew when it changes.
"use strict";

const times = JSON.parse(document.getElementById("times").textContent);
const SYNC = 1, CRITICAL = 2, GUESS = 4;
const LABELS = 148, LANE = 30, SLICE = 20, HEAD = 30, MARGIN = 18, MIN_CYCLES = 8, MAX_ARROWS = 1500, APART = 4;

const element = (id) => document.getElementById(id);
const commands = times.commands.map(([lane, start, end, wait, bytes, name, place, block, issue, cause, bits]) =>
    ({ lane, start, end, wait, bytes, name: times.names[name], place: times.places[place][0],
       source: times.places[place][1], block, issue, cause, isSync: (bits & SYNC) !== 0,
       isCritical: (bits & CRITICAL) !== 0, isGuess: (bits & GUESS) !== 0 }));
const byLane = times.lanes.map((_, lane) => commands.filter((command) => command.lane === lane));
const view = { from: 0, to: 0 };
let hovered = null, place = null;

/// Numbers and colours ///

const thousands = (number) => String(number).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
const percent = (part) => times.cycles ? `${Math.round(100 * part / times.cycles)} %` : "0 %";
const microseconds = (cycles) => `${(cycles / times.mhz).toPrecision(3)} µs`;
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
const isTask = (command) => times.lanes[command.lane].name === "TASKS";
const colourOf = (command) => colours[times.lanes[command.lane].name];
let colours = {};

function readColours() {
    const names = ["ink", "soft", "line", "band", "wait", "lit", "card", "on", ...times.lanes.map((lane) => lane.name)];
    colours = Object.fromEntries(names.map((name) => [name, colour(name)]));
}

/// Places on the canvas ///

const chart = element("chart"), ruler = element("ruler");
let width = 0;

const scale = () => (width - LABELS - MARGIN) / (view.to - view.from);
const x = (cycle) => LABELS + (cycle - view.from) * scale();
const cycleAt = (pixel) => view.from + (pixel - LABELS) / scale();

// The scalar unit only synchronises here: it is shown with that.
const isShown = (lane) => element("syncs").checked || times.lanes[lane].name !== "S";

// Rows from the top: {y, core} heads of cores, {y, lane}.
function rows() {
    const found = [];
    let y = 4, core = -1;
    times.lanes.forEach((lane, number) => {
        if (lane.core !== core && times.cores.length > 1) {
            found.push({ y, core: lane.core });
            y += HEAD;
        }
        core = lane.core;
        if (isShown(number)) {
            found.push({ y, lane: number });
            y += LANE;
        }
    });
    return { found, height: y + 8 };
}

function size(canvas, height) {
    const ratio = window.devicePixelRatio || 1;
    canvas.style.height = `${height}px`;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const context = canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.font = "12px system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";
    context.textBaseline = "middle";
    return context;
}

/// Drawing ///

// A round number of cycles between two marks of the ruler.
function step() {
    const least = 90 / scale(), power = 10 ** Math.floor(Math.log10(least));
    return Math.max(1, [1, 2, 5, 10].map((part) => part * power).find((part) => part >= least));
}

function marks() {
    const found = [];
    const width = step();
    for (let at = Math.ceil(view.from / width) * width; at <= view.to; at += width) {
        found.push(at);
    }
    return found;
}

function drawRuler() {
    const context = size(ruler, 28);
    context.fillStyle = colours.soft;
    context.strokeStyle = colours.line;
    context.fillText("cycles", 14, 14);
    for (const at of marks()) {
        context.fillText(thousands(at), x(at) + 4, 14);
        context.strokeRect(x(at), 20, 0, 8);
    }
    context.strokeRect(0, 27.5, width, 0);
}

function drawLabels(context, row) {
    context.fillStyle = colours.card;
    context.fillRect(0, row.y - 4, LABELS, row.lane === undefined ? HEAD : LANE);
    if (row.lane === undefined) {
        context.fillStyle = colours.soft;
        context.fillText(`core ${row.core}  ${times.cores[row.core]}`, 14, row.y + HEAD / 2 + 2);
        return;
    }
    const lane = times.lanes[row.lane], share = times.cycles ? lane.busy / times.cycles : 0, y = row.y + SLICE / 2;
    context.fillStyle = colours.ink;
    context.fillText(lane.name, 14, y);
    context.fillStyle = colours.band;
    context.fillRect(62, y - 3, 34, 6);
    context.fillStyle = colours[lane.name];
    context.fillRect(62, y - 3, 34 * share, 6);
    context.fillStyle = colours.soft;
    context.textAlign = "right";
    context.fillText(percent(lane.busy), LABELS - 12, y);
    context.textAlign = "left";
}

const isLit = (command) => place !== null ? command.place === place :
    !element("lit").checked || command.isCritical;

function drawWait(context, command, y) {
    const from = x(command.start - command.wait), to = x(command.start);
    if (command.wait && to - from > 1) {
        context.fillStyle = colours.wait;
        context.fillRect(from, y + SLICE / 2 - 1.5, to - from, 3);
    }
}

function drawSlice(context, command, y) {
    const from = x(command.start), wide = Math.max(1, x(command.end) - from - 0.5);
    context.globalAlpha = isLit(command) ? 1 : 0.38;
    context.fillStyle = command.isSync ? colours.soft : colourOf(command);
    context.beginPath();
    if (command.isSync) {
        context.rect(from, y + 5, wide, SLICE - 10);
    } else {
        context.roundRect(from, y, wide, SLICE, Math.min(4, wide / 2));
    }
    context.fill();
    if (command === hovered || (place !== null && command.place === place)) {
        context.strokeStyle = colours.ink;
        context.lineWidth = 2;
        context.stroke();
    }
    if (!command.isSync && (wide > 72 || wide > context.measureText(command.name).width + 12)) {
        context.save();
        context.clip();
        context.globalAlpha = 1;
        context.fillStyle = isLit(command) ? colours.on : colours.soft;
        context.fillText(command.name, Math.max(from, LABELS) + 7, y + SLICE / 2 + 0.5);
        context.restore();
    }
    context.globalAlpha = 1;
}

// Of commands that fall on one pixel the first is drawn.
function drawLane(context, row) {
    let last = -1;
    for (const command of byLane[row.lane]) {
        if (command.start - command.wait > view.to) {
            break;
        }
        if (command.end < view.from || (command.isSync && !element("syncs").checked && !command.wait)) {
            continue;
        }
        drawWait(context, command, row.y);
        const pixel = Math.floor(x(command.end));
        if ((!command.isSync || element("syncs").checked) && (pixel > last || command === hovered)) {
            drawSlice(context, command, row.y);
            last = pixel;
        }
    }
}

function curve(context, source, target, tops) {
    const from = [x(source.end), tops[source.lane] + SLICE / 2], to = [x(target.start), tops[target.lane] + SLICE / 2];
    const bend = Math.min(60, Math.max(9, Math.abs(to[0] - from[0]) / 2));
    context.beginPath();
    context.moveTo(...from);
    context.bezierCurveTo(from[0] + bend, from[1], to[0] - bend, to[1], ...to);
    context.stroke();
}

const isSeen = ([source, target]) => source.end <= view.to && target.start >= view.from;

// Too many arrows hide what they join: then only those of the command under the pointer are drawn.
function drawFlags(context, tops) {
    const seen = times.handOvers.map((pair) => pair.map((index) => commands[index])).filter(isSeen);
    const all = element("flags").checked && seen.length <= MAX_ARROWS;
    context.strokeStyle = colours.soft;
    for (const [source, target] of seen) {
        const own = source === hovered || target === hovered;
        if (own || all) {
            context.globalAlpha = own ? 1 : 0.45;
            context.lineWidth = own ? 2 : 1;
            curve(context, source, target, tops);
        }
    }
    context.globalAlpha = 1;
}

// The share of the view that steps, in order of time, take.
const spread = (steps) => steps.length < 2 ? 1 :
    Math.min(1, (steps[steps.length - 1][1].start - steps[0][0].start) / (view.to - view.from));

// From each command of the critical path to the next one, over what synchronises between them.
function drawPath(context, tops) {
    const path = times.path.map((index) => commands[index]).filter((command) => !command.isSync);
    context.strokeStyle = colours.lit;
    context.fillStyle = colours.lit;
    context.lineWidth = 2.5;
    for (const command of path.filter((one) => one.start <= view.to && one.end >= view.from)) {
        const from = x(command.start);
        context.fillRect(from, tops[command.lane] + SLICE, Math.max(1, x(command.end) - from - 0.5), 2.5);
    }
    const steps = path.slice(1).map((target, number) => [path[number], target])
        .filter(([source, target]) => source.lane !== target.lane).filter(isSeen);
    if (steps.length * APART <= width * spread(steps)) {
        steps.forEach(([source, target]) => curve(context, source, target, tops));
    }
}

function drawGrid(context, found, height) {
    for (const row of found) {
        context.fillStyle = colours.band;
        if (row.lane !== undefined) {
            context.fillRect(LABELS, row.y, width - LABELS, SLICE);
        }
    }
    context.fillStyle = colours.line;
    for (const at of marks()) {
        context.fillRect(x(at), 0, 1, height);
    }
    context.fillStyle = colours.soft;
    context.fillRect(x(times.cycles), 0, 1, height);
}

function draw() {
    width = chart.parentElement.clientWidth;
    const { found, height } = rows();
    const tops = [];
    found.forEach((row) => { tops[row.lane] = row.y; });
    drawRuler();
    const context = size(chart, height);
    drawGrid(context, found, height);
    found.filter((row) => row.lane !== undefined).forEach((row) => drawLane(context, row));
    drawFlags(context, tops);
    if (element("lit").checked) {
        drawPath(context, tops);
    }
    found.forEach((row) => drawLabels(context, row));
}

let drawing = false;
function redraw() {
    if (!drawing) {
        drawing = true;
        requestAnimationFrame(() => { drawing = false; draw(); });
    }
}

/// Moving ///

function show(from, to) {
    const span = Math.min(Math.max(to - from, MIN_CYCLES), times.cycles || 1);
    view.from = Math.min(Math.max((from + to - span) / 2, 0), Math.max(0, times.cycles - span));
    view.to = view.from + span;
    redraw();
}

const fit = () => show(0, times.cycles);

function zoom(factor, about = (view.from + view.to) / 2) {
    show(about - (about - view.from) * factor, about + (view.to - about) * factor);
}

function move(cycles) {
    const span = view.to - view.from, from = Math.min(Math.max(view.from + cycles, 0), times.cycles - span);
    show(from, from + span);
}

function commandAt(event) {
    const box = chart.getBoundingClientRect(), at = cycleAt(event.clientX - box.left), y = event.clientY - box.top;
    const row = rows().found.find((one) => one.lane !== undefined && y >= one.y - 3 && y <= one.y + SLICE + 3);
    if (!row || event.clientX - box.left < LABELS) {
        return null;
    }
    const near = 3 / scale();
    const touched = byLane[row.lane].filter((one) => one.start - one.wait <= at + near && one.end >= at - near &&
        (!one.isSync || one.wait || element("syncs").checked));
    const distance = (one) => Math.max(one.start - at, at - one.end, 0) + (one.isSync ? near : 0);
    return touched.sort((one, other) => distance(one) - distance(other))[0] || null;
}

/// What is said of a command ///

function node(tag, text, style = {}, ...children) {
    const made = document.createElement(tag);
    made.textContent = text;
    Object.assign(made.style, style);
    made.append(...children);
    return made;
}

function facts(command) {
    const cycles = command.end - command.start, cause = commands[command.cause];
    const list = [["cycles", `${thousands(command.start)} – ${thousands(command.end)}: ${thousands(cycles)}, ` +
                             microseconds(cycles)]];
    if (command.bytes) {
        const rate = cycles ? `, ${(command.bytes / cycles).toFixed(0)} a cycle` : "";
        list.push(["bytes", thousands(command.bytes) + rate]);
    }
    list.push(["issued", `at ${thousands(command.issue)}`]);
    if (command.wait) {
        list.push(["waits", `${thousands(command.wait)} cycles`]);
    }
    if (cause) {
        list.push(["after", `${times.lanes[cause.lane].name} ${cause.name} at ${cause.place}`]);
    }
    if (command.block || times.cores.length > 1) {
        list.push(["core", `${times.lanes[command.lane].core}, ${isTask(command) ? "task" : "block"} ${command.block}`]);
    }
    return command.isGuess ? [...list, ["cost", "a guess: only loads and stores were counted"]] : list;
}

function tell(command, event) {
    const tip = element("tip");
    tip.style.display = command ? "block" : "none";
    if (!command) {
        return;
    }
    const name = node("span", command.name);
    name.className = "name";
    const where = node("span", `  ${times.lanes[command.lane].name} at ${command.place}`, { color: "var(--soft)" });
    const lit = node("span", command.isCritical ? "  critical" : "");
    lit.className = "lit";
    const table = node("table", "");
    table.append(...facts(command).map(([what, text]) => node("tr", "", {}, node("td", what), node("td", text))));
    tip.replaceChildren(name, where, lit, ...(command.source ? [node("code", command.source)] : []), table);
    const box = tip.getBoundingClientRect(), below = event.clientY + 18;
    tip.style.left = `${Math.max(4, Math.min(event.clientX + 14, innerWidth - box.width - 8))}px`;
    tip.style.top = `${below + box.height > innerHeight ? event.clientY - box.height - 12 : below}px`;
}

/// The page around it ///

function fillHead() {
    element("total").append(node("b", thousands(times.cycles)),
        ` cycles, ${microseconds(times.cycles)} at ${thousands(times.mhz)} MHz (${times.arch})`);
    element("notes").append(...times.notes.map((note) => node("p", note)));
}

function bar(...parts) {
    const made = node("div", "");
    made.className = "part";
    made.append(...parts.map(([share, background]) => node("i", "", { width: `${100 * share}%`, background })));
    return made;
}

function cell(className, text, ...children) {
    const made = node("td", text, {}, ...children);
    made.className = className;
    return made;
}

function dot(name) {
    const made = node("span", "", { background: `var(--${name})` });
    made.className = "dot";
    return made;
}

function fillPath() {
    const total = times.cycles || 1;
    element("path").append(...times.shares.map(([index, cycles]) => {
        const command = commands[index], lane = times.lanes[command.lane].name;
        const row = node("tr", "", {},
            cell("", "", dot(lane), isTask(command) ? command.name : `${lane} ${command.name} at ${command.place}`, node("code", command.source)),
            cell("wide", "", bar([cycles / total, "var(--lit)"])),
            cell("number", thousands(cycles)), cell("number", percent(cycles)));
        row.onmouseenter = () => { place = command.place; redraw(); };
        row.onmouseleave = () => { place = null; redraw(); };
        row.onclick = () => show(command.start - (command.end - command.start), 2 * command.end - command.start);
        return row;
    }));
}

function fillPipes() {
    const total = times.cycles || 1;
    const head = ["", "", "busy", "waits", "bytes a cycle"].map((text, at) => {
        const made = node("th", text);
        made.className = at > 1 ? "number" : "";
        return made;
    });
    element("pipes").append(node("tr", "", {}, ...head), ...times.lanes.map((lane) => {
        const core = times.cores.length > 1 ? `core ${lane.core} ` : "";
        return node("tr", "", {}, cell("", "", dot(lane.name), core + lane.name),
            cell("wide", "", bar([lane.busy / total, `var(--${lane.name})`], [lane.wait / total, "var(--wait)"])),
            cell("number", percent(lane.busy)), cell("number", percent(lane.wait)),
            cell("number", lane.bytes && lane.busy ? (lane.bytes / lane.busy).toFixed(0) : ""));
    }));
}

function listen() {
    let dragged = null;
    chart.onwheel = (event) => {
        const box = chart.getBoundingClientRect();
        if (event.clientX - box.left < LABELS) {
            return;     // over the names the wheel moves the page
        }
        event.preventDefault();
        const across = event.shiftKey ? event.deltaY : event.deltaX;
        if (Math.abs(across) >= Math.abs(event.deltaY)) {
            move(across / scale());
        } else {
            zoom(1.0015 ** event.deltaY, cycleAt(event.clientX - box.left));
        }
    };
    chart.onpointerdown = (event) => {
        dragged = event.clientX;
        chart.setPointerCapture(event.pointerId);
        chart.classList.add("drag");
    };
    chart.onpointerup = () => { dragged = null; chart.classList.remove("drag"); };
    chart.onpointermove = (event) => {
        if (dragged !== null) {
            move((dragged - event.clientX) / scale());
            dragged = event.clientX;
        }
        const found = commandAt(event);
        if (found !== hovered) {
            hovered = found;
            redraw();
        }
        tell(found, event);
    };
    chart.onpointerleave = () => { hovered = null; tell(null); redraw(); };
    chart.ondblclick = (event) => {
        const command = commandAt(event);
        return command ? show(command.start - (command.end - command.start) / 4, command.end +
                              (command.end - command.start) / 4) : fit();
    };
    const keys = { w: () => zoom(0.7), s: () => zoom(1 / 0.7), a: () => move((view.from - view.to) / 6),
                   d: () => move((view.to - view.from) / 6), f: fit };
    document.onkeydown = (event) => {
        if (!event.ctrlKey && !event.metaKey && !event.altKey && keys[event.key]) {
            keys[event.key]();
        }
    };
    element("in").onclick = keys.w;
    element("out").onclick = keys.s;
    element("fit").onclick = fit;
    ["lit", "flags", "syncs"].forEach((id) => { element(id).onchange = redraw; });
    window.onresize = redraw;
    matchMedia("(prefers-color-scheme: dark)").onchange = () => { readColours(); redraw(); };
}

readColours();
fillHead();
fillPath();
fillPipes();
listen();
fit();
