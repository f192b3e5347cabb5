print("heir")
