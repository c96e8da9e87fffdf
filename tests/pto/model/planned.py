# SPDX-License-Identifier: Apache-2.0
"""Kernels that leave addresses and synchronisation to the compiler, and their results, as in vector.py."""
import numpy as np

from clusters import free, pop, push, vector_core
from text import Kernel, Kernels, low, tile_type

kernel = Kernels(31)
R, f = kernel.random, kernel.normal
RINT = "#pto<round_mode RINT>"


@kernel
def gated_delta():
    """linear attention: a decaying state, updated with the difference to each value"""
    T, D = (6, 64)
    k = Kernel("gated_delta", "q:f32* k:f32* v:f32* g:f32* b:f32* s:f32* o:f32* n:i32")
    n = k.arith("index_cast", k.n, kind="i32", to="index")
    square, row, col = (lambda: k.tile("f32", D, D)), (lambda: k.tile("f32", 1, D)), (lambda: k.tile("f32", D, 1, layout="col"))
    states, values, out = k.view(k.s, [D, D]), k.view(k.v, [n, D]), k.view(k.o, [n, D])
    keys, queries = (k.view(it, [D, n], [1, D], layout="dn") for it in (k.k, k.q))
    state = k.load(states, [0, 0], square(), [D, D])
    with k.loop(0, n) as t:
        key, query = (k.load(it, [0, t], col(), [D, 1]) for it in (keys, queries))
        k.op("tmuls", [state, k.scalar(k.g, t)], state)
        seen = k.op("tcolsum", [k.op("trowexpandmul", [state, key], square()), square()], row(), isBinary="false")
        lack = k.op("tsub", [k.load(values, [t, 0], row(), [1, D]), seen], row())
        rows = k.op("tcolexpand", k.op("tmuls", [lack, k.scalar(k.b, t)], row()), square())
        k.op("tadd", [state, k.op("trowexpandmul", [rows, key], square())], state)
        k.store(k.op("tcolsum", [k.op("trowexpandmul", [state, query], square()), square()], row(), isBinary="true"), out, [t, 0], [1, D])
    k.store(state, states, [0, 0], [D, D])
    Q, K, V, S = f(T, D) / 8, f(T, D) / 8, f(T, D), f(D, D)
    G, B = np.exp(-R.random(T)).astype(np.float32), R.random(T).astype(np.float32)
    s, o = S.astype(float), []
    for t in range(T):
        s = s * G[t]
        s = s + np.outer(K[t], (V[t] - K[t] @ s) * B[t])
        o.append(Q[t] @ s)
    return ([k], [("in", Q), ("in", K), ("in", V), ("in", G), ("in", B), ("inout", "s", S), ("out", "o", np.array(o)), T],
        {"s": (s, 1e-4, 1e-4), "o": (np.array(o), 1e-4, 1e-4)})


@kernel
def nucleus():
    """the token at which the sorted probabilities reach a sum; unsigned indices, and a scalar loop over a tile"""
    V, N = (256, 3)
    k = Kernel("nucleus", "p:f32* y:i32* c:f32*")
    probabilities, zero = k.view(k.p, [N, V]), k.new("ui32")
    k.line(f"{zero} = builtin.unrealized_conversion_cast {k.value(0, 'i32')} : i32 to ui32")
    with k.loop(0, N) as turn:
        pairs = lambda: k.tile("f32", 1, 2 * V)
        index = k.op("tci", [zero], k.tile("ui32", 1, V))
        a = k.op("tsort32", [k.load(probabilities, [turn, 0], k.tile("f32", 1, V), [1, V]), index, pairs()], pairs())
        b, used = k.op("tmrgsort", [a, k.value(64, "i32")], pairs()), k.new("vector<4xi16>")
        lists = [k.sub(b, 0, at, 1, V) for at in (0, V)] + [pairs()]
        k.line(f"{used} = arith.constant dense<0> : {used.kind}")
        k.line(f"pto.tmrgsort ins({', '.join(lists)} {{exhausted = false}} : {', '.join(it.kind for it in lists)}) outs({a}, {used} : {a.kind}, {used.kind})")
        sorted_, ids = k.tile("f32", 1, V), k.tile("ui32", 1, V)
        for pattern, into in (("P0101", sorted_), ("P1010", ids)):
            k.line(f'pto.tgather ins({a}, {{maskPattern = #pto.mask_pattern<{pattern}>}} : {a.kind}, "row") outs({into} : {into.kind})')
        limit = k.scalar(k.c, turn)
        place, total, i, s, j, r = (k.new(kind) for kind in ("index", "f32") * 3)
        k.line(f"{place}, {total} = scf.while ({i} = {k.value(0)}, {s} = {k.value(0.0, 'f32')}) : (index, f32) -> (index, f32) {{")
        k.line(f"scf.condition({k.arith('cmpf olt,', s, limit, kind='f32', to='i1')}) {i}, {s} : index, f32")
        k.line("} do {")
        k.line(f"^bb0({j} : index, {r} : f32):")
        k.give(k.arith("addi", j, 1), k.arith("addf", r, k.getval(sorted_, j), kind="f32"))
        k.line("}")
        token, word = k.getval(ids, k.arith("subi", place, 1)), k.new("i32")
        k.line(f"{word} = builtin.unrealized_conversion_cast {token} : ui32 to i32")
        k.line(f"pto.store_scalar {word}, {k.y}[{turn}] : {k.y.kind}, i32")
    P, C, want = R.random((N, V)) ** 6, np.array([0.5, 0.9, 0.2], np.float32), []
    P = (P / P.sum(1, keepdims=True)).astype(np.float32)
    for row, limit in zip(P, C):
        order, total, i = np.argsort(-row, kind="stable"), np.float32(0), 0
        while total < limit:
            total, i = np.float32(total + row[order[i]]), i + 1
        want.append(order[i - 1])
    return ([k], [("in", P), ("out", "y", np.array(want)), ("in", C)], {"y": (np.array(want), 0, 0)})


def both_ways(cube, vector, slot, num):
    """Both ends of a pipe in both directions, with buffers placed by the compiler."""
    name = cube.name.removesuffix("_aic")
    for k, kind, peer, own in ((cube, "aic", "aiv", "v2c"), (vector, "aiv", "aic", "c2v")):
        buffers = {way: k.new("i32") for way in ("c2v", "v2c")}
        for way, out in buffers.items():
            if way == own:
                place = "vec" if way == "c2v" else "mat"
                k.line(f'{out} = pto.reserve_buffer {{name = "{name}_{way}", size = {slot * num}, location = #pto.address_space<{place}>, auto = true}} -> i32')
            else:
                k.line(f'{out} = pto.import_reserved_buffer {{name = "{name}_{way}", peer_func = @{name}_{peer}}} -> i32')
        k.line(f"pto.{kind}_initialize_pipe {{dir_mask = 3, slot_size = {slot}, slot_num = {num}}} "
               f"({', '.join(f'{way}_consumer_buf = {out} : i32' for way, out in buffers.items())})")


@kernel
def latent_attention():
    """16 heads share a latent cache; its rows are keys, with a rotated part, and values"""
    H, L, P, S, B = (16, 128, 64, 96, 32)
    params = "q:bf16* r:bf16* c:bf16* p:bf16* y:f32* n:i32"
    cube, vec = Kernel("latent_attention_aic", params, core="cube"), Kernel("latent_attention_aiv", params)
    both_ways(cube, vec, H * L * 4, 4)
    k = cube
    n = k.arith("index_cast", k.n, kind="i32", to="index")

    def mat(view, at, rows, cols, layout="nz"):
        return k.load(view, at, k.tile("bf16", rows, cols, loc="mat", layout=layout), [rows, cols])

    def operand(tile, rows, cols, loc):
        return k.op("tmov", tile, k.tile("bf16", rows, cols, loc=loc, layout="nz" if loc == "left" else "zn"))

    q, r = mat(k.view(k.q, [H, L]), [0, 0], H, L), mat(k.view(k.r, [H, P]), [0, 0], H, P)
    with k.loop(0, n, B) as s:
        c = mat(k.view(k.c, [L, n], [1, L], "dn"), [0, s], L, B, "zn")
        p = mat(k.view(k.p, [P, n], [1, P], "dn"), [0, s], P, B, "zn")
        scores = k.tile("f32", H, B, loc="acc", layout="acc")
        k.op("tmatmul", [operand(q, H, L, "left"), operand(c, L, B, "right")], scores)
        k.op("tmatmul.acc", [scores, operand(r, H, P, "left"), operand(p, P, B, "right")], scores)
        push(k, "aiv", scores)
        weights = operand(pop(k, "aiv", tile_type("bf16", H, B, loc="mat", layout="nz")), H, B, "left")
        rows = operand(mat(k.view(k.c, [n, L]), [s, 0], B, L), B, L, "right")
        out = k.op("tmatmul", [weights, rows], k.tile("f32", H, L, loc="acc", layout="acc"))
        free(k, "aiv")
        push(k, "aiv", out)
    k = vec
    n = k.arith("index_cast", k.n, kind="i32", to="index")
    col, block = (lambda: k.tile("f32", H, 1, layout="col")), (lambda: k.tile("f32", H, B))
    line = lambda tile: k.treshape(tile, tile_type("f32", 1, H))
    with k.branch(k.compare("eq", vector_core(k), 0)):
        out, most, total = (k.op("texpands", k.value(first, "f32"), tile) for first, tile in ((0.0, k.tile("f32", H, L)), (-1e30, col()), (0.0, col())))
        with k.loop(0, n, B) as s:
            z = k.op("tmuls", [pop(k, "aic", tile_type("f32", H, B)), k.value(0.125, "f32")], block())
            free(k, "aic")
            now, shrink = k.op("trowmax", [z, block()], col()), col()
            k.op("tmax", [line(now), line(most)], line(now))
            k.op("texp", k.op("tsub", [line(most), line(now)], line(shrink)), line(shrink))
            e = k.op("texp", k.op("trowexpandsub", [z, now], block()), block())
            k.op("tadd", [k.op("tmul", [line(total), line(shrink)], line(total)), line(k.op("trowsum", [e, block()], col()))], line(total))
            k.op("tmov", line(now), line(most))
            push(k, "aic", k.op("tmov", k.op("tcvt", e, k.tile("bf16", H, B), rmode=RINT), k.tile("bf16", H, B, layout="nz")))
            k.op("tadd", [k.op("trowexpandmul", [out, shrink], out), pop(k, "aic", tile_type("f32", H, L))], out)
            free(k, "aic")
        k.store(k.op("trowexpanddiv", [out, total], out), k.view(k.y, [H, L]), [0, 0], [H, L])
    Q, Rr, C, Pp = (low(f(*shape), "bf16") for shape in ((H, L), (H, P), (S, L), (S, P)))
    x = (Q @ C.T + Rr @ Pp.T) * 0.125
    e = np.exp(x - x.max(1, keepdims=True))
    want = (e / e.sum(1, keepdims=True)) @ C
    return ([cube, vec], [("in", Q), ("in", Rr), ("in", C), ("in", Pp), ("out", "y", want), S], {"y": (want, 0.02, 0.02)})
